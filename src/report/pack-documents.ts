/**
 * The output of pack commands: the packs of a case, why each item is included or not, and whether they still
 * compile.
 */

/** The number of blocks in each channel of a pack. */
type ShownBlocks = { readonly truth: number; readonly memory: number; readonly scene: number };

/** A pack in a list; values that need its bytes are null if they were removed. */
export type ShownPack = {
  readonly step: number;
  readonly node: string;
  readonly consumer: string;
  readonly pack: string;
  /** The request. */
  readonly asked: string | null;
  readonly workingSet: string | null;
  readonly blocks: ShownBlocks | null;
  /** The number of tokens in the text given to the agent. */
  readonly tokens: number | null;
  /** The number of items withheld from this consumer; null if recompiling is not possible. */
  readonly withheld: number | null;
};

/** The packs of a case. */
export type PackListDocument = {
  readonly run: string;
  readonly case: string;
  /** How tokens are counted. */
  readonly counter: string;
  readonly packs: readonly ShownPack[];
};

/** One pack: everything its agent was given, as data and as text. */
export type PackDocument = { readonly pack: unknown; readonly envelope: unknown; readonly text: string };

/** Why an item is not in a pack. */
export type WithheldReason =
  | 'locked'
  | 'derived-lock'
  | 'told-to-nobody'
  | 'not-visible'
  | 'not-in-matrix'
  | 'no-gist'
  | 'tier'
  | 'cut'
  | 'outdated'
  | 'nothing-allowed'
  | 'input-locked'
  | 'input-tiered'
  | 'not-allowed';

/** An item that could have been included. */
type ExplainedBase = {
  readonly handle: string;
  /** The name of a locked item in a working set. */
  readonly ordinal?: string;
  readonly type: 'fact' | 'state' | 'compaction';
  readonly kind: string;
  /** Its cost in tokens. */
  readonly tokens?: number;
};

/** An item that is in a pack. */
export type ToldItem = ExplainedBase & {
  readonly isTold: true;
  readonly label: string;
  readonly channel: 'truth' | 'memory' | 'scene';
  readonly form: 'full' | 'gist';
  readonly source: string;
  readonly events: readonly string[];
  readonly rules: readonly string[];
  /** The fields above the consumer's clearance. */
  readonly hiddenFields: readonly string[];
};

/** An item that is not. */
export type WithheldItem = ExplainedBase & {
  readonly isTold: false;
  readonly reason: WithheldReason;
  /** The locked items it quotes. */
  readonly by: readonly string[];
  readonly hiddenFields: readonly string[];
};

/** What happened to an item. */
export type ExplainedItem = ToldItem | WithheldItem;

/** Why a pack contains what it does. For people; never shown to agents. */
export type PackExplanationDocument = {
  /** Where it was used; null for a working set read from a file. */
  readonly place: { readonly run: string; readonly case: string; readonly step: number } | null;
  readonly consumer: string;
  readonly workingSet: string;
  readonly pack: string;
  /** Null if only the working set is known, and so not what was cut from it. */
  readonly budget: { readonly tokens: number; readonly used: number } | null;
  readonly counts: { readonly told: number; readonly withheld: number };
  readonly items: readonly ExplainedItem[];
};

/** A pack that did not recompile to the same bytes. */
export type PackDifference = {
  readonly case: string;
  readonly step: number;
  readonly consumer: string;
  readonly difference: string;
};

/** Whether the packs of a run can be recompiled from the ledger. */
export type PackVerificationDocument = {
  readonly ok: boolean;
  readonly run: string;
  readonly checked: number;
  /** The number of packs made before recompiling was supported. */
  readonly unchecked: number;
  readonly differences: readonly PackDifference[];
};
