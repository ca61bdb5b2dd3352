/**
 * Derived locks: an item that holds a token of a locked one is locked as well. The items are looked at as every consumer
 * would get them, side by side, so that whatever the lens compiles from the working set is clean already.
 */
import { type CanonicalValue, canonicalText } from '../../../kernel/index.ts';
import {
  type DisclosureRules,
  discloseItem,
  type FieldTiers,
  fieldsForSomeone,
  type LeakGuard,
  packChannels,
  type Slices,
  type WorkingSetItem,
} from '../../index.ts';
import type { Derivations, ShapedItem } from './shape-items.ts';

/** Which item tells of what, and whether by more than its payload. */
export type Telling = { readonly handle: string; readonly by: string; readonly isGist: boolean };

/** Who is told of the items, and how. */
export type Readers = Omit<DisclosureRules, 'consumer'> & { readonly audience: readonly string[] };

/** Returns the derivations with those that findings call for. */
export function addDerivations(known: Derivations, findings: readonly Telling[]): Derivations {
  const derived = new Map(known);
  for (const { handle, isGist, by } of findings) {
    derived.set(handle, {
      by: new Set(derived.get(handle)?.by).add(by),
      // What was locked before and still tells something does so by its gist.
      isGistLocked: isGist || known.has(handle) || (derived.get(handle)?.isGistLocked ?? false),
    });
  }
  return derived;
}

/** Finds items that tell by themselves, in all that the bytes of a working set hold of them. */
export type TellingFinder = (items: readonly ShapedItem[]) => readonly Telling[];

/** Makes a finder that scans each value once: rounds change which of them are shown, not what they say. */
export function tellingFinder(guard: LeakGuard): TellingFinder {
  const found = new Map<string, readonly string[]>();
  const toldBy = (name: string, value: CanonicalValue): readonly string[] => {
    const known = found.get(name);
    if (known !== undefined) return known;
    const owners = value === null ? [] : guard.scan(value).map(({ handle }) => handle);
    found.set(name, owners);
    return owners;
  };
  return (items) =>
    items.flatMap(({ candidate: { handle, isLocked }, shown }) => {
      // A locked item's own words may stand in a field of its gist that nobody is told.
      const gist = isLocked ? shown.gist && fieldsForSomeone(shown.gist, shown.tiers) : shown.gist;
      const find = (part: string, value: CanonicalValue, isGist: boolean): readonly Telling[] =>
        toldBy(`${part} ${handle}`, value).map((by) => ({ handle, by, isGist }));
      return [
        ...(shown.payload === undefined ? [] : find('payload', shown.payload, false)),
        ...(gist === undefined ? [] : find('gist', gist, true)),
        ...find('besides', besides(shown), true),
      ];
    });
}

/**
 * What stands beside payload and gist, ending in the run that the lens scans: what the oracle let pass there would stop a
 * pack. The names of the format's own fields tell nothing.
 */
function besides({ kind, entity, owner, tiers, visibility, provenance }: WorkingSetItem): readonly string[] {
  const { source, event_ids, rule_refs } = provenance;
  const named = typeof visibility === 'string' ? [] : visibility.consumers;
  const texts = [
    entity,
    owner,
    ...Object.keys(tiers ?? {}),
    ...named,
    kind,
    source,
    ...event_ids,
    ...rule_refs,
  ];
  return texts.filter((text) => text !== undefined);
}

/** Finds items that tell side by side in someone's pack: what one begins, the next may end. */
export function findTellingTogether(
  slices: Slices<ShapedItem>,
  guard: LeakGuard,
  { audience, ...rules }: Readers,
): readonly Telling[] {
  const seen = new Set<string>();
  const { truth, memory, scene } = packChannels(slices, ({ shown }) => shown.recall === true);
  const items = [...truth, ...memory, ...scene];
  return audience.flatMap((consumer): readonly Telling[] => {
    const told = items.flatMap(({ candidate: { handle }, shown }) => {
      const disclosure = discloseItem(shown, { ...rules, consumer });
      return 'excluded' in disclosure ? [] : [{ handle, tiers: shown.tiers, ...disclosure }];
    });
    const view = viewOf(told);
    if (seen.has(view)) return [];
    seen.add(view);
    return tellingIn(told, guard);
  });
}

type Told = {
  readonly handle: string;
  readonly form: 'full' | 'gist';
  readonly payload: CanonicalValue;
  readonly tiers: FieldTiers | undefined;
};

/** Tells views apart; without tiers, handle and form say what the payload is. */
function viewOf(told: readonly Told[]): string {
  return told
    .map(({ handle, form, payload, tiers }) => `${handle} ${form} ${tiers ? canonicalText(payload) : ''}`)
    .join('\n');
}

function tellingIn(told: readonly Told[], guard: LeakGuard): readonly Telling[] {
  const parts = told.map(({ payload }, index) => ({ path: `${index}`, value: payload }));
  return guard.scanAdjacent(parts).flatMap(({ path, handle: by }) => {
    const item = told[Number.parseInt(path, 10)];
    return item === undefined ? [] : [{ handle: item.handle, by, isGist: item.form === 'gist' }];
  });
}
