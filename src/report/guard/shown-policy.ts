/** What commands on a policy print, as data: its decisions, its faults, its changes, and requests decided again. */

/** When something is granted or seen: always, never, or when all the named conditions hold. */
export type ShownAnswer = 'always' | 'never' | readonly string[];

/** A mode and a place in it; a null subdirectory stands for all that are not named. */
export type ShownPlace = {
  readonly mode: string;
  readonly root: string;
  readonly subdirectory: string | null;
};

/** When one command is granted at one place, and by which row. */
export type ShownPolicyRow = ShownPlace & {
  readonly visible: ShownAnswer;
  readonly tool: string;
  readonly command: string;
  readonly area: string;
  readonly isWholeRoot: boolean;
  readonly granted: ShownAnswer;
  readonly rule: string | null;
};

/** A command line that may run, word by word. */
export type ShownTokenRule = {
  readonly name: string;
  readonly program: string;
  readonly fixed: readonly string[];
  readonly flags: readonly { readonly flag: string; readonly takes: string | null }[];
  readonly operands: { readonly kind: string; readonly most: number } | null;
  /** Where the program may load code; where any are named, it runs nowhere else. */
  readonly loadsCodeFrom: readonly { readonly root: string; readonly subdirectory: string | null }[];
};

/** How programs run. */
export type ShownExec = {
  readonly scratch: { readonly root: string; readonly subdirectory: string | null };
  readonly sandbox: string;
  readonly sees: readonly string[];
  readonly environment: readonly string[];
  readonly timeoutMs: number;
  readonly outputBytes: number;
  readonly rules: readonly ShownTokenRule[];
};

/** What `policy table` prints. */
export type PolicyTableDocument = {
  readonly policy: string;
  readonly hash: string;
  readonly registry: string | null;
  readonly modes: readonly string[];
  readonly roots: readonly {
    readonly key: string;
    readonly legacy: string | null;
    readonly hidden: readonly string[];
    readonly protected: readonly string[];
  }[];
  readonly rows: readonly ShownPolicyRow[];
  readonly exec: ShownExec | null;
  /** The bounds of an agent's own contract; null where there are none. */
  readonly contracts: {
    readonly mostTargets: number;
    readonly plainNames: number;
    readonly longestMs: number;
  } | null;
};

/** A fault of a policy with the line it stands in. */
export type ShownPolicyFinding = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly remedy: string;
  readonly source: string;
};

/** What `policy lint` prints. */
export type PolicyLintDocument = {
  readonly ok: boolean;
  readonly files: readonly string[];
  readonly findings: readonly ShownPolicyFinding[];
};

/** Which way a decision moved; `other` where conditions were exchanged. */
export type ShownEffect = 'wider' | 'narrower' | 'other';

/** One decision that two policies take differently; without a tool it is about visibility. */
export type ShownPolicyChange = ShownPlace & {
  readonly tool: string | null;
  readonly command: string | null;
  readonly from: ShownAnswer;
  readonly to: ShownAnswer;
  readonly fromReach: string | null;
  readonly toReach: string | null;
  readonly effect: ShownEffect;
};

/** A setting beside the rows that differs. */
type ShownSettingChange = {
  readonly setting: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly effect: ShownEffect;
};

type ShownPolicyName = { readonly source: string; readonly policy: string; readonly hash: string };

/** What `policy diff` prints. */
export type PolicyDiffDocument = {
  readonly from: ShownPolicyName;
  readonly to: ShownPolicyName;
  readonly counts: Readonly<Record<ShownEffect, number>>;
  readonly changes: readonly ShownPolicyChange[];
  readonly settings: readonly ShownSettingChange[];
};

/** A recorded request that another policy answers otherwise. */
export type ShownReplay = ShownPlace & {
  /** Where it was recorded, for instance `line 3`. */
  readonly recordedAt: string;
  readonly tool: string;
  readonly command: string;
  readonly paths: readonly string[];
  readonly was: string;
  readonly wouldBe: string;
  readonly failedConditions: readonly string[];
  /** `other` where it stays granted or denied under another code. */
  readonly effect: ShownEffect;
};

/** What `policy replay` prints. */
export type PolicyReplayDocument = {
  readonly policy: ShownPolicyName;
  readonly corpus: string;
  /** How many requests were decided again, and how that compares; `unrecorded` had no code to compare with. */
  readonly counts: Readonly<Record<'decided' | 'same' | 'unrecorded' | ShownEffect, number>>;
  /** How many recorded calls cannot be decided again, since they never came to the gate or were not kept whole. */
  readonly skipped: { readonly beforeGate: number; readonly notWhole: number };
  readonly changes: readonly ShownReplay[];
};
