/** What a policy says about running programs: token rules, the scratch area of approved scripts, and the sandbox. */

/** What a word of a command line that is no flag has to be. */
export type OperandKind = 'path' | 'name' | 'number' | 'any';

/** A root, or one directory of it. */
export type ExecPlace = { readonly root: string; readonly subdirectory: string | null };

/** A command line that may run, word by word. */
export type TokenRule = {
  readonly name: string;
  /** A plain name; it is looked up and pinned when the tools are made. */
  readonly program: string;
  /** Words that follow the program exactly as written, for instance `-m pytest` or a sub-command. */
  readonly fixed: readonly string[];
  /** Flags that may follow, with what each takes: nothing, or an operand. */
  readonly flags: readonly { readonly flag: string; readonly takes: OperandKind | null }[];
  readonly operands: { readonly kind: OperandKind; readonly most: number } | null;
  /** The places whose code and settings the program may load; where any are named, it runs nowhere else. */
  readonly loadsCodeFrom: readonly ExecPlace[];
};

/** Whether programs run in a sandbox. */
export type SandboxDemand = 'required' | 'preferred' | 'off';

/** A policy's section on running programs. */
export type ExecPolicy = {
  /** Where approved scripts lie. */
  readonly scratch: ExecPlace;
  readonly sandbox: SandboxDemand;
  /** Roots that a sandboxed program sees beside the directory it runs in, read-only, as far as they are visible. */
  readonly sees: readonly string[];
  /** Names of the environment that are passed on beside those every program gets. */
  readonly environment: readonly string[];
  readonly timeoutMs: number;
  readonly outputBytes: number;
  readonly rules: readonly TokenRule[];
};

/** Tells whether a path of a root is that of a place, or lies in it. */
export function isInPlace(
  { root, subdirectory }: ExecPlace,
  place: { readonly root: string; readonly path: string },
): boolean {
  if (root !== place.root) return false;
  return subdirectory === null || `${place.path}/`.startsWith(`${subdirectory}/`);
}
