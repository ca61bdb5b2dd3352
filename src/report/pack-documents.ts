/** What the commands on packs print: the packs of a case, why each item is in one or not, and whether they still compile. */

/** How many blocks each channel of a pack holds. */
type ShownBlocks = { readonly truth: number; readonly memory: number; readonly scene: number };

/** A pack in a list; what only its bytes tell is null where they were removed. */
export type ShownPack = {
  readonly step: number;
  readonly node: string;
  readonly consumer: string;
  readonly pack: string;
  /** What was asked for. */
  readonly asked: string | null;
  readonly workingSet: string | null;
  readonly blocks: ShownBlocks | null;
  /** How many tokens the text has that the agent was given. */
  readonly tokens: number | null;
  /** How many items were not told to this consumer; null where it cannot be recompiled to find out. */
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

/** One pack: all its agent was told, as data and as the very text. */
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

/** An item that could have been told. */
type ExplainedBase = {
  readonly handle: string;
  /** The name under which a locked item stands in a working set. */
  readonly ordinal?: string;
  readonly type: 'fact' | 'state' | 'compaction';
  readonly kind: string;
  /** What it costs of the budget. */
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
  /** The fields that are above what the consumer knows. */
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

/** What became of an item. */
export type ExplainedItem = ToldItem | WithheldItem;

/** Why a pack holds what it holds. For people: no agent is shown this. */
export type PackExplanationDocument = {
  /** Where it was handed out; null for a working set that was read from a file. */
  readonly place: { readonly run: string; readonly case: string; readonly step: number } | null;
  readonly consumer: string;
  readonly workingSet: string;
  readonly pack: string;
  /** Null where only the working set is known, and so not what was cut from it. */
  readonly budget: { readonly tokens: number; readonly used: number } | null;
  readonly counts: { readonly told: number; readonly withheld: number };
  readonly items: readonly ExplainedItem[];
};

/** A pack that could not be compiled again to the byte. */
export type PackDifference = {
  readonly case: string;
  readonly step: number;
  readonly consumer: string;
  readonly difference: string;
};

/** Whether the packs of a run can be compiled again from the ledger. */
export type PackVerificationDocument = {
  readonly ok: boolean;
  readonly run: string;
  readonly checked: number;
  /** How many packs were made before packs could be compiled again. */
  readonly unchecked: number;
  readonly differences: readonly PackDifference[];
};
