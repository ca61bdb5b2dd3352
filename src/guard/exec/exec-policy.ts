/** What a policy says about running programs: token rules, the scratch area of approved scripts, and the sandbox. */

/** The documented bounds; sizes in bytes unless the name says otherwise. */
export const execLimits = {
  /** How many words a command line has. */
  words: 256,
  /** The longest word. */
  wordBytes: 8 * 1024,
  /** The longest time a program runs, and that where the policy names none, in seconds. */
  timeoutSeconds: 3_600,
  defaultTimeoutSeconds: 600,
  /** How much output is kept, at most and where the policy says nothing. */
  outputBytes: 4 * 1024 * 1024,
  defaultOutputBytes: 1024 * 1024,
  /** The largest script that a person is asked about. */
  scriptBytes: 1024 * 1024,
  /** How many entries of a seen root are looked at for what is hidden in it. */
  walkedEntries: 200_000,
} as const;

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

const encoder = new TextEncoder();

/** Tells whether a value is a word that a program can be given. */
export function isCommandWord(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > execLimits.wordBytes) return false;
  if (value.includes('\0') || !value.isWellFormed()) return false;
  // A UTF-16 unit is one to three bytes, so most words need no count.
  return value.length * 3 <= execLimits.wordBytes || encoder.encode(value).length <= execLimits.wordBytes;
}

/** Tells whether a value is a command line: a program, and not too many words. */
export function isCommandLine(value: unknown): value is readonly [string, ...string[]] {
  if (!Array.isArray(value) || value.length > execLimits.words) return false;
  return value.length > 0 && value[0] !== '' && value.every(isCommandWord);
}
