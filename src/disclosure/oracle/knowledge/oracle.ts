/** What an oracle can be asked and told. It is made by `createOracle`, or by `bootOracle` where everything is to be checked. */
import {
  type CanonicalValue,
  type Clock,
  type FrameId,
  PenumbraError,
  type Sha256,
} from '../../../kernel/index.ts';
import type { TierName } from '../../index.ts';
import type { CompactionDraft } from '../facts/compaction.ts';
import type { OraclePolicy, Pins } from '../facts/policy.ts';
import type { StoryCursor } from '../facts/story-cursor.ts';
import type { UnlockDraft } from '../facts/unlock.ts';
import type { FactDraft } from '../facts/write-fact.ts';
import type { LogPlace } from '../log/follow-log.ts';
import type { DerivedLock, KindEntry } from '../log/oracle-event.ts';
import type { OracleView } from '../log/oracle-state.ts';

/** What an oracle is given beside its store. */
export type OracleOptions = {
  /** Names the oracle's part of the ledger; two worlds in one store do not know each other. */
  readonly world?: string;
  readonly clock?: Clock;
  /** Further token counters that budgets may name. */
  readonly counters?: readonly TokenCounter[];
};

/** On whose word something changes. */
export type OperatorWord = { readonly operator: string; readonly event: string };

/** A fact as it was appended: the handle it is cited by, and the id of its payload. */
export type AppendedFact = { readonly handle: FrameId; readonly factId: string };

/** A kind to be: what is left out is the default. */
export type KindDraft = Pick<KindEntry, 'kind'> & Partial<KindEntry>;

/** A consumer's tier of an entity, to be raised. */
export type TierRaise = { readonly consumer: string; readonly entity: string; readonly tier: TierName };

/** A promotion of a synthesized fact. */
export type Promotion = { readonly handle: string } & OperatorWord;

/** Another value for a pin, with the reason. */
export type PinRevision = { readonly name: string; readonly value: Pins[string] } & OperatorWord;

/** A pack to be recorded under the key of its inputs, with what it takes to compile it again. */
export type PackDraft = {
  readonly key: string;
  readonly pack: { readonly bytes: Uint8Array; readonly hash: string };
  readonly request?: CanonicalValue;
};

/** A pack as it was recorded; without a request it cannot be compiled again from the ledger alone. */
export type RecordedPack = {
  readonly bytes: Uint8Array;
  readonly hash: Sha256;
  readonly request: CanonicalValue | null;
};

/** Keeps facts, unlocks, knowledge, compactions, policies and pins. */
export type Oracle = {
  readonly counters: readonly TokenCounter[];
  registerKind(entry: KindDraft): Promise<void>;
  /** Registers several kinds at once. */
  registerKinds(entries: readonly KindDraft[]): Promise<void>;
  /** Registers words that are never tokens of a locked item unless it names them. */
  registerVocabulary(words: readonly string[]): Promise<void>;
  appendFact(draft: FactDraft): Promise<AppendedFact>;
  /** Appends several facts at once, in their order; all are checked before the first is written. */
  appendFacts(drafts: readonly FactDraft[]): Promise<readonly AppendedFact[]>;
  /** Takes the tag off a synthesized fact. */
  promote(promotion: Promotion): Promise<void>;
  /** Opens a handle while a scene, session or campaign lasts, in the place of the cursor or the one the draft names. */
  unlock(draft: UnlockDraft): Promise<void>;
  /** Closes what was unlocked, in its scope and the narrower ones. */
  relock(draft: UnlockDraft): Promise<void>;
  /** Binds the unlocks that do not say where their scope is to the place of a cursor that is in it; compiling does so. */
  placeUnlocks(cursor: StoryCursor): Promise<void>;
  setCursor(cursor: StoryCursor): Promise<void>;
  /** Raises what a consumer knows of an entity; a lower tier than the present one changes nothing. */
  raiseTier(raise: TierRaise): Promise<void>;
  /** Sums up facts, by the compaction policy adopted last unless the draft has its own, or in the caller's own words. */
  compact(draft: CompactionDraft): Promise<{ readonly handle: FrameId; readonly outputHash: string }>;
  dropCompaction(handle: string): Promise<void>;
  /** Records the documents and pins of a policy, or throws `pin-mismatch`. */
  adoptPolicy(policy: OraclePolicy): Promise<void>;
  revisePin(revision: PinRevision): Promise<void>;
  /** Records a pack under the key of its inputs, or throws `rebuild-differs` with the first difference. */
  recordPack(draft: PackDraft): Promise<void>;
  /** Returns the pack on record under a key, or null. */
  readPack(key: string): Promise<RecordedPack | null>;
  recordDerivedLocks(locks: readonly DerivedLock[]): Promise<void>;
  /** Writes a snapshot of the state, so that the next oracle on this store need not read them again. */
  snapshot(): Promise<LogPlace>;
  /** Reads the present moment, for compilation. */
  read(): Promise<OracleView>;
};

/** Counts the tokens of a text: a pure function, never less for a longer text. */
export type TokenCounter = { readonly name: string; count(text: string): number };

const BYTES_PER_TOKEN = 3;

/** Counts one token for every three bytes begun: more than tokenizers find in prose, and about what they find in JSON. */
export const byteCounter: TokenCounter = Object.freeze({
  name: 'bytes/3',
  count: (text: string) => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN),
});

/** Returns the counter a budget names, or throws. */
export function requireCounter(counters: readonly TokenCounter[], name: string): TokenCounter {
  const counter = counters.find((known) => known.name === name);
  if (counter) return counter;
  throw new PenumbraError('invalid-configuration', 'the budget names an unknown token counter', {
    data: { counter: name, known: counters.map((known) => known.name) },
    hint: `known counters: ${counters.map((known) => known.name).join(', ')}`,
  });
}
