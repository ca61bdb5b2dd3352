/**
 * What a policy says about running programs: token rules, the scratch area of approved scripts, and the
 * sandbox.
 */

/** The documented limits; sizes are in bytes unless the name says otherwise. */
export const execLimits = {
  /** The maximum number of words in a command line. */
  words: 256,
  /** The maximum length of a word. */
  wordBytes: 8 * 1024,
  /** The maximum and default running time, in seconds. */
  timeoutSeconds: 3_600,
  defaultTimeoutSeconds: 600,
  /** The maximum and default amount of output that is kept. */
  outputBytes: 4 * 1024 * 1024,
  defaultOutputBytes: 1024 * 1024,
  /** The maximum size of a script that a person can be asked about. */
  scriptBytes: 1024 * 1024,
  /** How many entries of a root are examined for hidden paths. */
  walkedEntries: 200_000,
} as const;

/** The form of a word of a command line that is not a flag. */
export type OperandKind = 'path' | 'name' | 'number' | 'any';

/** A root, or one directory of it. */
export type ExecPlace = { readonly root: string; readonly subdirectory: string | null };

/** A command line that may run, word by word. */
export type TokenRule = {
  readonly name: string;
  /** A plain name, which is looked up and pinned when the tools are created. */
  readonly program: string;
  /** Words that follow the program exactly as written, for example `-m pytest` or a subcommand. */
  readonly fixed: readonly string[];
  /** Optional flags, and what each takes: nothing or an operand. */
  readonly flags: readonly { readonly flag: string; readonly takes: OperandKind | null }[];
  readonly operands: { readonly kind: OperandKind; readonly most: number } | null;
  /** The places whose code and settings the program may load. If there are any, it only runs there. */
  readonly loadsCodeFrom: readonly ExecPlace[];
};

/** Whether programs run in a sandbox. */
export type SandboxDemand = 'required' | 'preferred' | 'off';

/** The `exec` section of a policy. */
export type ExecPolicy = {
  /** The place of approved scripts. */
  readonly scratch: ExecPlace;
  readonly sandbox: SandboxDemand;
  /**
   * Roots that a sandboxed program sees in addition to its working directory, read-only and as far as they
   * are visible.
   */
  readonly sees: readonly string[];
  /** Environment variables that are passed on in addition to those every program gets. */
  readonly environment: readonly string[];
  readonly timeoutMs: number;
  readonly outputBytes: number;
  readonly rules: readonly TokenRule[];
};

/** Returns whether a path of a root equals a place or lies in it. */
export function isInPlace(
  { root, subdirectory }: ExecPlace,
  place: { readonly root: string; readonly path: string },
): boolean {
  if (root !== place.root) return false;
  return subdirectory === null || `${place.path}/`.startsWith(`${subdirectory}/`);
}

const encoder = new TextEncoder();

/** Returns whether a value can be passed to a program as a word. */
export function isCommandWord(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > execLimits.wordBytes) return false;
  if (value.includes('\0') || !value.isWellFormed()) return false;
  // A UTF-16 unit takes one to three bytes, so most words need not be encoded.
  return value.length * 3 <= execLimits.wordBytes || encoder.encode(value).length <= execLimits.wordBytes;
}

/** Returns whether a value is a command line: a program and not too many words. */
export function isCommandLine(value: unknown): value is readonly [string, ...string[]] {
  if (!Array.isArray(value) || value.length > execLimits.words) return false;
  return value.length > 0 && value[0] !== '' && value.every(isCommandWord);
}
