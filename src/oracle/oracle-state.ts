/** The state of an oracle, folded from its events: equal events in equal order, equal state, on any machine. */
import type { ConsumerTiers } from '../disclosure/index.ts';
import type { KindEntry, OracleEvent } from './oracle-event.ts';
import type { Pins } from './policy.ts';
import type { StoryCursor } from './story-cursor.ts';
import type { UnlockEvent } from './unlock.ts';

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
  readonly packs: ReadonlyMap<string, string>;
};

/** Folds events into a state. */
export function foldEvents(events: readonly OracleEvent[]): OracleState {
  const kinds = new Map<string, KindEntry>();
  const unlocks: UnlockEvent[] = [];
  const tiers = new Map<string, Map<string, number>>();
  const vocabulary = new Set<string>();
  const promoted = new Set<string>();
  const droppedCompactions = new Set<string>();
  const policies = new Set<string>();
  const pins = new Map<string, Pins[string]>();
  const derivedLocks = new Map<string, Set<string>>();
  const packs = new Map<string, string>();
  let cursor: StoryCursor | null = null;
  for (const event of events) {
    switch (event.type) {
      case 'kind':
        kinds.set(event.kind, event);
        break;
      case 'unlock':
      case 'relock':
        unlocks.push(event);
        break;
      case 'cursor':
        cursor = event.cursor;
        break;
      case 'tier':
        // INVARIANT (tiers only rise): merged ledgers may hold an older event after a newer one.
        raise(
          entry(tiers, event.consumer, () => new Map()),
          event.entity,
          event.tier,
        );
        break;
      case 'vocabulary':
        for (const word of event.words) vocabulary.add(word);
        break;
      case 'promotion':
        promoted.add(event.handle);
        break;
      case 'compaction':
        droppedCompactions[event.isDropped ? 'add' : 'delete'](event.handle);
        break;
      case 'policy':
        policies.add(event.id);
        break;
      case 'pin':
      case 'pin-revision':
        pins.set(event.name, event.value);
        break;
      case 'derived-lock':
        entry(derivedLocks, event.handle, () => new Set()).add(event.by);
        break;
      case 'pack':
        packs.set(event.key, event.hash);
    }
  }
  const allTiers = Object.fromEntries(
    [...tiers].map(([name, entities]) => [name, Object.fromEntries(entities)]),
  );
  return {
    kinds,
    unlocks,
    cursor,
    tiers: allTiers,
    vocabulary,
    promoted,
    droppedCompactions,
    policies,
    pins,
    derivedLocks,
    packs,
  };
}

function raise(entities: Map<string, number>, entity: string, tier: number): void {
  entities.set(entity, Math.max(tier, entities.get(entity) ?? 0));
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key) ?? create();
  map.set(key, found);
  return found;
}
