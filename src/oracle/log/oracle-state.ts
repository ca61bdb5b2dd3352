/** The state of an oracle, folded from its events: equal events in equal order, equal state, on any machine. */
import { type ConsumerTiers, tierOf } from '../../disclosure/index.ts';
import { digestOf, type Sha256 } from '../../kernel/index.ts';
import type { UnlockEvent } from '../knowledge/unlock.ts';
import type { Pins } from '../policy.ts';
import type { StoryCursor } from '../working-set/story-cursor.ts';
import type { KindEntry, OracleEvent } from './oracle-event.ts';

/** A pack on record: its hash, and that of the request it can be compiled from again. */
export type PackEntry = { readonly hash: Sha256; readonly request: Sha256 | null };

/** What the events of an oracle come to. */
export type OracleState = {
  readonly kinds: ReadonlyMap<string, KindEntry>;
  readonly unlocks: readonly UnlockEvent[];
  readonly cursor: StoryCursor | null;
  readonly tiers: ConsumerTiers;
  readonly vocabulary: ReadonlySet<string>;
  readonly promoted: ReadonlySet<string>;
  readonly droppedCompactions: ReadonlySet<string>;
  readonly policies: ReadonlySet<string>;
  readonly pins: ReadonlyMap<string, Pins[string]>;
  /** By handle, the ordinals or handles whose tokens it held. */
  readonly derivedLocks: ReadonlyMap<string, ReadonlySet<string>>;
  /** By the key of their inputs. */
  readonly packs: ReadonlyMap<string, PackEntry>;
};

/** A state that events are still folded into; a reader is given a copy. */
export type LiveState = {
  readonly kinds: Map<string, KindEntry>;
  readonly unlocks: UnlockEvent[];
  cursor: StoryCursor | null;
  readonly tiers: Record<string, Record<string, number>>;
  readonly vocabulary: Set<string>;
  readonly promoted: Set<string>;
  readonly droppedCompactions: Set<string>;
  readonly policies: Set<string>;
  readonly pins: Map<string, Pins[string]>;
  readonly derivedLocks: Map<string, Set<string>>;
  readonly packs: Map<string, PackEntry>;
};

/** Returns the state before the first event. */
export function emptyState(): LiveState {
  return {
    kinds: new Map(),
    unlocks: [],
    cursor: null,
    tiers: Object.create(null) as LiveState['tiers'],
    vocabulary: new Set(),
    promoted: new Set(),
    droppedCompactions: new Set(),
    policies: new Set(),
    pins: new Map(),
    derivedLocks: new Map(),
    packs: new Map(),
  };
}

/** Folds events into a state. */
export function foldEvents(events: readonly OracleEvent[]): OracleState {
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
      state.promoted.add(event.handle);
      break;
    case 'compaction':
      state.droppedCompactions[event.isDropped ? 'add' : 'delete'](event.handle);
      break;
    case 'policy':
      state.policies.add(event.id);
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

/** Returns a copy that later events leave as it is. */
export function copyState(state: LiveState): OracleState {
  const tiers = Object.entries(state.tiers).map(([consumer, entities]) => [consumer, { ...entities }]);
  return {
    kinds: new Map(state.kinds),
    unlocks: state.unlocks.slice(),
    cursor: state.cursor,
    tiers: Object.fromEntries(tiers) as ConsumerTiers,
    vocabulary: new Set(state.vocabulary),
    promoted: new Set(state.promoted),
    droppedCompactions: new Set(state.droppedCompactions),
    policies: new Set(state.policies),
    pins: new Map(state.pins),
    derivedLocks: new Map(Array.from(state.derivedLocks, ([handle, by]) => [handle, new Set(by)])),
    packs: new Map(state.packs),
  };
}

type TierEvent = Extract<OracleEvent, { readonly type: 'tier' }>;

/** INVARIANT (tiers only rise): merged ledgers may hold an older event after a newer one. */
function raiseTier(tiers: LiveState['tiers'], { consumer, entity, tier }: TierEvent): void {
  // Without a prototype every name, `__proto__` as well, is a member like any other.
  const entities = tiers[consumer] ?? (Object.create(null) as Record<string, number>);
  entities[entity] = Math.max(tier, tierOf(tiers, consumer, entity));
  tiers[consumer] = entities;
}

function addDerivedLock(
  locks: LiveState['derivedLocks'],
  { handle, by }: { readonly handle: string; readonly by: string },
): void {
  const found = locks.get(handle) ?? new Set();
  locks.set(handle, found.add(by));
}
