/**
 * The oracle: it knows facts, who was told what, and where the story stands, and keeps all of it in a ledger. It is
 * asked by `compileWorkingSet`; nothing that an agent holds can write to it.
 */
import { nameOf, normalKey, type TierName, toTier } from '../disclosure/index.ts';
import {
  assertInvariant,
  type CanonicalValue,
  type Clock,
  canonicalText,
  type FrameId,
  isSha256,
  PenumbraError,
} from '../kernel/index.ts';
import { createMemoryStore, type Store, toObject } from '../ledger/index.ts';
import type { DerivedLock } from './build-working-set.ts';
import type { ComposeFrames } from './candidate.ts';
import { type CompactionDraft, makeCompaction } from './compaction.ts';
import { type FactDraft, factIdOf, factInputs, toFactContent } from './fact.ts';
import type { KindEntry, OracleEvent } from './oracle-event.ts';
import { openShelf } from './oracle-shelf.ts';
import type { OracleView } from './oracle-view.ts';
import { defaultPolicy, type OraclePolicy, type Pins, policyId, policyNames } from './policy.ts';
import { requireCursor, type StoryCursor } from './story-cursor.ts';
import { byteCounter, type TokenCounter } from './token-counter.ts';
import { type UnlockDraft, unlockScopes } from './unlock.ts';

/** What an oracle is given beside its store. */
export type OracleOptions = {
  /** Names the oracle's part of the ledger; two worlds in one store do not know each other. */
  readonly world?: string;
  readonly clock?: Clock;
  /** Further token counters that budgets may name. */
  readonly counters?: readonly TokenCounter[];
  /** Brings in frames of the context; without it the oracle knows its own facts only. */
  readonly compose?: ComposeFrames;
};

/** On whose word something changes. */
export type OperatorWord = { readonly operator: string; readonly event: string };

/** A fact as it was appended: the handle it is cited by, and the id of its payload. */
export type AppendedFact = { readonly handle: FrameId; readonly factId: string };

/** A kind to be: what is left out is the default. */
export type KindDraft = Pick<KindEntry, 'kind'> & Partial<KindEntry>;

/** Keeps facts, unlocks, knowledge, compactions, policies and pins. */
export type Oracle = {
  readonly counters: readonly TokenCounter[];
  readonly compose: ComposeFrames;
  registerKind(entry: KindDraft): Promise<void>;
  /** Registers several kinds at once. */
  registerKinds(entries: readonly KindDraft[]): Promise<void>;
  /** Registers words that are never tokens of a locked item unless it names them. */
  registerVocabulary(words: readonly string[]): Promise<void>;
  appendFact(draft: FactDraft): Promise<AppendedFact>;
  /** Appends several facts at once, in their order. */
  appendFacts(drafts: readonly FactDraft[]): Promise<readonly AppendedFact[]>;
  /** Takes the tag off a synthesized fact. */
  promote(promotion: { readonly handle: string } & OperatorWord): Promise<void>;
  unlock(draft: UnlockDraft): Promise<void>;
  relock(draft: UnlockDraft): Promise<void>;
  setCursor(cursor: StoryCursor): Promise<void>;
  /** Raises what a consumer knows of an entity; a lower tier than the present one changes nothing. */
  raiseTier(raise: {
    readonly consumer: string;
    readonly entity: string;
    readonly tier: TierName;
  }): Promise<void>;
  compact(draft: CompactionDraft): Promise<{ readonly handle: FrameId; readonly outputHash: string }>;
  dropCompaction(handle: string): Promise<void>;
  /** Records the documents and pins of a policy, or throws `pin-mismatch`. */
  adoptPolicy(policy: OraclePolicy): Promise<void>;
  revisePin(revision: { readonly name: string; readonly value: Pins[string] } & OperatorWord): Promise<void>;
  /** Records the hash of a pack under the key of its inputs, or throws `rebuild-differs`. */
  recordPack(pack: { readonly key: string; readonly hash: string }): Promise<void>;
  recordDerivedLocks(locks: readonly DerivedLock[]): Promise<void>;
  /** Reads the present moment, for compilation. */
  read(): Promise<OracleView>;
};

/** Creates an oracle on a store, or on one in memory. */
export function createOracle(store: Store = createMemoryStore(), options: OracleOptions = {}): Oracle {
  const clock = options.clock ?? { now: () => 0 };
  const shelf = openShelf({ store, clock }, options.world ?? 'default');
  const inTurn = createTurns();
  /** Appends the events that a change of the present moment comes to. */
  const change = (eventsFor: (view: OracleView) => readonly OracleEvent[]): Promise<void> =>
    inTurn(async () => {
      const events = eventsFor(await shelf.read());
      if (events.length > 0) await shelf.append(events);
    });
  const setLock = (type: 'unlock' | 'relock', { handle, scope, scopeId, source, event }: UnlockDraft) =>
    change((view) => {
      requireUnlock(view, handle, scope);
      return [{ type, handle, scope, scopeId, source, event }];
    });
  const appendFacts: Oracle['appendFacts'] = (drafts) =>
    inTurn(async () => {
      const { state } = await shelf.read();
      const contents = drafts.map(toFactContent);
      for (const { kind } of contents) requireKind(state.kinds, kind);
      const handles = await shelf.putContents(
        contents.map((content) => ({
          type: 'fact',
          content: content as CanonicalValue,
          inputs: factInputs(content),
        })),
      );
      return contents.map(({ payload }, index) => ({
        handle: handles[index] as FrameId,
        factId: factIdOf(payload),
      }));
    });
  return Object.freeze({
    counters: [byteCounter, ...(options.counters ?? [])],
    compose: options.compose ?? (async () => []),
    registerKind: (entry) => change(({ state }) => newKinds(state.kinds, [entry])),
    registerKinds: (entries) => change(({ state }) => newKinds(state.kinds, entries)),
    registerVocabulary: (words) =>
      change(({ state }) => {
        const added = [...new Set(words.map(normalKey))].filter((word) => !state.vocabulary.has(word));
        return added.length > 0 ? [{ type: 'vocabulary', words: added.sort() }] : [];
      }),
    appendFact: async (draft) => {
      const [appended] = await appendFacts([draft]);
      assertInvariant(appended, 'a fact that was appended has a handle');
      return appended;
    },
    appendFacts,
    promote: ({ handle, operator, event }) =>
      change((view) => {
        requireFact(view, handle);
        return view.state.promoted.has(handle) ? [] : [{ type: 'promotion', handle, operator, event }];
      }),
    unlock: (draft) => setLock('unlock', draft),
    relock: (draft) => setLock('relock', draft),
    setCursor: (cursor) =>
      change(({ state }) => {
        requireCursor(cursor);
        const isSame = state.cursor !== null && canonicalText(state.cursor) === canonicalText(cursor);
        return isSame ? [] : [{ type: 'cursor', cursor }];
      }),
    raiseTier: ({ consumer, entity, tier }) =>
      change(({ state }) => {
        const level = toTier(tier);
        return level > (state.tiers[consumer]?.[entity] ?? 0)
          ? [{ type: 'tier', consumer, entity, tier: level }]
          : [];
      }),
    compact: ({ purpose, inputs, allowed = inputs, policy = defaultPolicy.compaction }) =>
      inTurn(async () => {
        const view = await shelf.read();
        const facts = inputs.map((handle) => requireFact(view, handle));
        const content = makeCompaction({ purpose, allowed }, facts, policy);
        const madeFrom = content.inputs as FrameId[];
        const [handle] = await shelf.putContents([
          { type: 'compaction', content: content as CanonicalValue, inputs: madeFrom },
        ]);
        assertInvariant(handle, 'a compaction that was kept has a handle');
        if (view.state.droppedCompactions.has(handle))
          await shelf.append([{ type: 'compaction', handle, isDropped: false }]);
        return { handle, outputHash: content.output_hash };
      }),
    dropCompaction: (handle) =>
      change(({ state, compactions }) => {
        if (!compactions.has(handle)) throw notFound(handle);
        return state.droppedCompactions.has(handle) ? [] : [{ type: 'compaction', handle, isDropped: true }];
      }),
    adoptPolicy: (policy) =>
      inTurn(async () => {
        const { state } = await shelf.read();
        // Pins first: under a wrong one nothing else is worth recording.
        const pins = Object.entries(policy.pins).filter(([name, value]) => isNewPin(state.pins, name, value));
        const documents = policyNames.filter((name) => !state.policies.has(policyId(policy[name])));
        const events: readonly OracleEvent[] = [
          ...pins.map(([name, value]) => ({ type: 'pin' as const, name, value })),
          ...documents.map((name) => ({ type: 'policy' as const, name, id: policyId(policy[name]) })),
        ];
        if (events.length > 0)
          await shelf.append(
            events,
            documents.map((name) => toObject(canonicalText(policy[name]))),
          );
      }),
    revisePin: ({ name, value, operator, event }) =>
      change(() => [{ type: 'pin-revision', name, value, operator, event }]),
    recordPack: ({ key, hash }) =>
      change(({ state }) => {
        if (!isSha256(key) || !isSha256(hash))
          throw new PenumbraError('usage', 'a pack is recorded by two hashes');
        const recorded = state.packs.get(key);
        if (recorded !== undefined && recorded !== hash) throw rebuildDiffers(key, recorded, hash);
        return recorded === undefined ? [{ type: 'pack', key, hash }] : [];
      }),
    recordDerivedLocks: (locks) =>
      change(({ state }) =>
        locks
          .filter(({ handle, by }) => !state.derivedLocks.get(handle)?.has(by))
          .map(({ handle, by }) => ({ type: 'derived-lock', handle, by })),
      ),
    read: () => inTurn(shelf.read),
  } satisfies Oracle);
}

/** Lets one task after the other in, so that callers who do not wait are still served in their order. */
function createTurns(): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task, task);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Returns the events that register kinds; one that stands already is left as it is. */
function newKinds(
  kinds: ReadonlyMap<string, KindEntry>,
  drafts: readonly KindDraft[],
): readonly OracleEvent[] {
  return drafts.flatMap(({ kind, recall = false, mechanical = false, slice = 'facts' }) => {
    if (!nameOf(kind)) throw new PenumbraError('invalid-name', 'a kind has a name outside the allowed form');
    const event = { type: 'kind', kind, recall, mechanical, slice } as const;
    const known = kinds.get(kind);
    if (known && canonicalText({ ...known, type: 'kind' }) !== canonicalText(event))
      throw new PenumbraError('invalid-configuration', `kind \`${kind}\` is registered otherwise already`);
    return known ? [] : [event];
  });
}

function requireKind(kinds: ReadonlyMap<string, KindEntry>, kind: string): void {
  if (kinds.has(kind)) return;
  throw new PenumbraError('invalid-frame', `kind \`${kind}\` is not registered`, {
    data: { kind, known: [...kinds.keys()] },
    hint: 'register the kind first',
  });
}

function requireUnlock(view: OracleView, handle: string, scope: string): void {
  if (!(unlockScopes as readonly string[]).includes(scope))
    throw new PenumbraError('usage', 'an unlock has an unknown scope', {
      hint: `the scopes are ${unlockScopes.join(', ')}`,
    });
  // A rule is known by its name, and a frame of the context by the composer; both are taken at their word.
  const isOwn = handle.startsWith('frame:') && !view.facts.has(handle) && !view.compactions.has(handle);
  if (isOwn) throw notFound(handle);
}

function requireFact({ facts }: OracleView, handle: string) {
  const fact = facts.get(handle);
  if (!fact) throw notFound(handle);
  return fact;
}

function isNewPin(pins: OracleView['state']['pins'], name: string, value: Pins[string]): boolean {
  const recorded = pins.get(name);
  if (recorded !== undefined && recorded !== value)
    throw new PenumbraError('pin-mismatch', `pin \`${name}\` has another value than the one on record`, {
      data: { pin: name },
      hint: 'put the value back, or revise the pin with a reason',
    });
  return recorded === undefined;
}

function rebuildDiffers(key: string, recorded: string, hash: string): PenumbraError {
  return new PenumbraError('rebuild-differs', 'equal inputs gave another pack than before', {
    data: { key, recorded, hash },
    hint: 'compare the two packs with `firstDifference`',
  });
}

function notFound(handle: string): PenumbraError {
  return new PenumbraError('frame-not-found', 'the oracle does not know that handle', { data: { handle } });
}
