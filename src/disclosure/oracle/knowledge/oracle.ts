/**
 * The interface of an oracle. `createOracle` creates one; `bootOracle` also verifies everything in the store.
 */
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

export type OracleOptions = {
  /** Names the oracle's part of the ledger. Two worlds in one store are independent. */
  readonly world?: string;
  readonly clock?: Clock;
  /** More token counters that budgets may name. */
  readonly counters?: readonly TokenCounter[];
};

/** Who ordered a change. */
export type OperatorWord = { readonly operator: string; readonly event: string };

/** An appended fact: its handle, and the id of its payload. */
export type AppendedFact = { readonly handle: FrameId; readonly factId: string };

/** A kind to register; omitted fields take the default. */
export type KindDraft = Pick<KindEntry, 'kind'> & Partial<KindEntry>;

/** Raises a consumer's tier for an entity. */
export type TierRaise = { readonly consumer: string; readonly entity: string; readonly tier: TierName };

/** Promotes a synthesized fact. */
export type Promotion = { readonly handle: string } & OperatorWord;

/** Changes the value of a pin, with the reason. */
export type PinRevision = { readonly name: string; readonly value: Pins[string] } & OperatorWord;

/** A pack to record under the key of its inputs, with the request needed to recompile it. */
export type PackDraft = {
  readonly key: string;
  readonly pack: { readonly bytes: Uint8Array; readonly hash: string };
  readonly request?: CanonicalValue;
};

/** A recorded pack. Without a request it cannot be recompiled from the ledger alone. */
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
  /** Registers words that are never tokens of a locked item unless the item names them. */
  registerVocabulary(words: readonly string[]): Promise<void>;
  appendFact(draft: FactDraft): Promise<AppendedFact>;
  /** Appends several facts in order. All are checked before the first is written. */
  appendFacts(drafts: readonly FactDraft[]): Promise<readonly AppendedFact[]>;
  /** Removes the tag of a synthesized fact. */
  promote(promotion: Promotion): Promise<void>;
  /** Opens a handle during a scene, session or campaign, at the cursor or at the place in the draft. */
  unlock(draft: UnlockDraft): Promise<void>;
  /** Closes an unlock in its scope and all narrower ones. */
  relock(draft: UnlockDraft): Promise<void>;
  /**
   * Binds unlocks without a place to the place of a cursor within their scope. Compilation does this as well.
   */
  placeUnlocks(cursor: StoryCursor): Promise<void>;
  setCursor(cursor: StoryCursor): Promise<void>;
  /**
   * Raises a consumer's tier for an entity. A tier that is not higher than the current one changes nothing.
   */
  raiseTier(raise: TierRaise): Promise<void>;
  /** Summarizes facts by the draft's policy, by the policy adopted last, or with the caller's own summary. */
  compact(draft: CompactionDraft): Promise<{ readonly handle: FrameId; readonly outputHash: string }>;
  dropCompaction(handle: string): Promise<void>;
  /** Records the documents and pins of a policy, or throws `pin-mismatch`. */
  adoptPolicy(policy: OraclePolicy): Promise<void>;
  revisePin(revision: PinRevision): Promise<void>;
  /** Records a pack under the key of its inputs, or throws `rebuild-differs` with the first difference. */
  recordPack(draft: PackDraft): Promise<void>;
  /** Returns the recorded pack under a key, or null. */
  readPack(key: string): Promise<RecordedPack | null>;
  recordDerivedLocks(locks: readonly DerivedLock[]): Promise<void>;
  /** Writes a snapshot of the state, so that the next oracle on this store need not replay its events. */
  snapshot(): Promise<LogPlace>;
  /** Reads the current state, for compilation. */
  read(): Promise<OracleView>;
};

/** Counts the tokens of a text. It must be pure, and a longer text must never have fewer tokens. */
export type TokenCounter = { readonly name: string; count(text: string): number };

const BYTES_PER_TOKEN = 3;

/**
 * Counts one token per three bytes, rounded up. That is more than tokenizers count for prose, and about what
 * they count for JSON.
 */
export const byteCounter: TokenCounter = Object.freeze({
  name: 'bytes/3',
  count: (text: string) => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN),
});

/** Returns the counter named by a budget, or throws. */
export function requireCounter(counters: readonly TokenCounter[], name: string): TokenCounter {
  const counter = counters.find((known) => known.name === name);
  if (counter) return counter;
  throw new PenumbraError('invalid-configuration', 'the budget names an unknown token counter', {
    data: { counter: name, known: counters.map((known) => known.name) },
    hint: `known counters: ${counters.map((known) => known.name).join(', ')}`,
  });
}
