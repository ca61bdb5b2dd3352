/**
 * The state of an oracle, folded from its events. The same events in the same order give the same state on
 * any machine.
 */
import { digestOf, type Id, type Sha256 } from '../../../kernel/index.ts';
import { tierOf } from '../../index.ts';
import type { Compaction } from '../facts/compaction.ts';
import type { Fact } from '../facts/fact.ts';
import type { Pins, PolicyName } from '../facts/policy.ts';
import type { StoryCursor } from '../facts/story-cursor.ts';
import type { UnlockEvent } from '../facts/unlock.ts';
import type { DerivedLock, KindEntry, OracleEvent } from './oracle-event.ts';

/** A recorded pack: its hash, and the hash of the request to recompile it from. */
export type PackEntry = { readonly hash: Sha256; readonly request: Sha256 | null };

/** A mutable state, to which events are still applied. */
export type LiveState = {
  readonly kinds: Map<string, KindEntry>;
  readonly unlocks: UnlockEvent[];
  cursor: StoryCursor | null;
  readonly tiers: Record<string, Record<string, number>>;
  readonly vocabulary: Set<string>;
  /** The promotion, by handle. */
  readonly promoted: Map<string, EventOf<'promotion'>>;
  readonly droppedCompactions: Set<string>;
  /** The documents by name; the one adopted last comes last. */
  readonly policies: Map<PolicyName, Set<Id<'policy'>>>;
  readonly pins: Map<string, Pins[string]>;
  /** By handle, the handles of the locked items whose tokens it contained. */
  readonly derivedLocks: Map<string, Set<string>>;
  /** By the key of their inputs. */
  readonly packs: Map<string, PackEntry>;
};

/** The folded state as readers get it: a copy that later events do not change. */
export type OracleState = Unchanging<LiveState>;

type EventOf<Type extends OracleEvent['type']> = Extract<OracleEvent, { readonly type: Type }>;

type Unchanging<Value> = Value extends string
  ? Value
  : Value extends Map<infer Key, infer Item>
    ? ReadonlyMap<Key, Unchanging<Item>>
    : Value extends Set<infer Item>
      ? ReadonlySet<Item>
      : { readonly [Field in keyof Value]: Unchanging<Value[Field]> };

/** Returns the state before the first event. */
export function emptyState(): LiveState {
  return {
    kinds: new Map(),
    unlocks: [],
    cursor: null,
    tiers: Object.create(null) as LiveState['tiers'],
    vocabulary: new Set(),
    promoted: new Map(),
    droppedCompactions: new Set(),
    policies: new Map(),
    pins: new Map(),
    derivedLocks: new Map(),
    packs: new Map(),
  };
}

/** Folds events into a state. */
export function foldEvents(events: readonly OracleEvent[]): LiveState {
  const state = emptyState();
  for (const event of events) applyEvent(state, event);
  return state;
}

/** Folds one more event into a state. */
export function applyEvent(state: LiveState, event: OracleEvent): void {
  switch (event.type) {
    case 'kind': {
      const { kind, recall, mechanical, slice } = event;
      state.kinds.set(kind, { kind, recall, mechanical, slice });
      break;
    }
    case 'unlock':
    case 'relock':
      state.unlocks.push(event);
      break;
    case 'unlock-place':
      placeUnlocks(state.unlocks, event);
      break;
    case 'cursor':
      state.cursor = event.cursor;
      break;
    case 'tier':
      raiseTier(state.tiers, event);
      break;
    case 'vocabulary':
      for (const word of event.words) state.vocabulary.add(word);
      break;
    case 'promotion':
      state.promoted.set(event.handle, event);
      break;
    case 'compaction':
      state.droppedCompactions[event.isDropped ? 'add' : 'delete'](event.handle);
      break;
    case 'policy':
      addPolicy(state.policies, event);
      break;
    case 'pin':
    case 'pin-revision':
      state.pins.set(event.name, event.value);
      break;
    case 'derived-lock':
      addDerivedLock(state.derivedLocks, event);
      break;
    case 'pack': {
      const request = event.request === null ? null : digestOf(event.request);
      state.packs.set(event.key, { hash: digestOf(event.pack), request });
    }
  }
}

/** Returns a copy that later events do not change. */
export function copyState(state: LiveState): OracleState {
  return structuredClone(state);
}

/** INVARIANT (one place): an unlock with a place keeps it, whatever a merged ledger says later. */
function placeUnlocks(
  unlocks: UnlockEvent[],
  { handle, scope, scopeId, place }: EventOf<'unlock-place'>,
): void {
  for (const [index, unlock] of unlocks.entries()) {
    const isMeant = unlock.handle === handle && unlock.scope === scope && unlock.scopeId === scopeId;
    if (isMeant && unlock.type === 'unlock' && unlock.place === undefined)
      unlocks[index] = { ...unlock, place };
  }
}

/** INVARIANT (tiers only rise): merged ledgers may contain an older event after a newer one. */
function raiseTier(tiers: LiveState['tiers'], { consumer, entity, tier }: EventOf<'tier'>): void {
  // Without a prototype, every name is an ordinary member, even `__proto__`.
  const entities = tiers[consumer] ?? (Object.create(null) as Record<string, number>);
  entities[entity] = Math.max(tier, tierOf(tiers, consumer, entity));
  tiers[consumer] = entities;
}

function addPolicy(policies: LiveState['policies'], { name, id }: EventOf<'policy'>): void {
  const adopted = policies.get(name) ?? new Set();
  adopted.delete(id);
  policies.set(name, adopted.add(id));
}

function addDerivedLock(locks: LiveState['derivedLocks'], { handle, by }: DerivedLock): void {
  const found = locks.get(handle) ?? new Set();
  locks.set(handle, found.add(by));
}

/** The oracle at one moment. */
export type OracleView = {
  readonly state: OracleState;
  readonly facts: ReadonlyMap<string, Fact>;
  readonly compactions: ReadonlyMap<string, Compaction>;
};
