/**
 * Derived locks: an item that contains a token of a locked item is locked as well. Items are checked as each
 * consumer would get them, next to each other, so that anything the lens compiles from the working set is
 * already clean.
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

/** Which item reveals which locked item, and whether by more than its payload. */
export type Telling = { readonly handle: string; readonly by: string; readonly isGist: boolean };

/** The consumers of the items, and the rules for them. */
export type Readers = Omit<DisclosureRules, 'consumer'> & { readonly audience: readonly string[] };

/** Adds the derivations that follow from findings. */
export function addDerivations(known: Derivations, findings: readonly Telling[]): Derivations {
  const derived = new Map(known);
  for (const { handle, isGist, by } of findings) {
    derived.set(handle, {
      by: new Set(derived.get(handle)?.by).add(by),
      // If the item was locked before and still leaks, it is the gist that leaks.
      isGistLocked: isGist || known.has(handle) || (derived.get(handle)?.isGistLocked ?? false),
    });
  }
  return derived;
}

/** Finds items that leak by themselves, in everything the working set contains of them. */
export type TellingFinder = (items: readonly ShapedItem[]) => readonly Telling[];

/**
 * Creates a finder that scans each value once: later rounds change which values are shown, but not the
 * values.
 */
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
      // A field of the gist that nobody is shown may contain the item's own locked words.
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
 * The fields apart from payload and gist, ending in the ones that the lens scans as one run, because a leak
 * the oracle misses there would block a pack. The format's own field names reveal nothing.
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

/**
 * Finds items that leak next to each other in a consumer's pack: a token may start in one and end in the
 * next.
 */
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

/** Identifies a view. Without tiers, handle and form determine the payload. */
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
