/**
 * Discloses a working set to one consumer. Items that are not allowed are absent, and locked items stay
 * locked whatever else applies; the rest depends on visibility, matrix and tier. Nothing in the result, not
 * even its id, depends on what is withheld from the consumer.
 */
import { type CanonicalValue, canonicalize, canonicalText, sortByCodePoint } from '../../kernel/index.ts';
import { type DisclosureDenial, type DisclosureRules, discloseItem } from './disclose-item.ts';
import { isItem, type KnownHandles, namePack, type PackNames } from './pack-names.ts';
import { workingSetId } from './parse-working-set.ts';
import {
  type Directives,
  type Provenance,
  ruleHandle,
  type WorkingSet,
  type WorkingSetItem,
} from './working-set.ts';

/** Why an item is not in a pack. */
export type ExclusionReason = 'not-allowed' | DisclosureDenial;

/** An item as disclosed to a consumer. */
export type ToldItem = {
  readonly handle: string;
  readonly kind: string;
  readonly form: 'full' | 'gist';
  readonly payload: CanonicalValue;
  readonly provenance: Provenance;
  readonly synthesized?: true;
  readonly stale?: true;
};

/** The result for an item. */
export type ItemOutcome = { readonly item: WorkingSetItem } & (
  | { readonly told: ToldItem }
  | { readonly excluded: ExclusionReason }
);

/** A working set as one consumer gets it. */
export type DisclosedSet = {
  readonly slices: Slices<ItemOutcome>;
  readonly directives: Directives;
  /** The id of what is disclosed. If that is everything, it equals the id of the working set. */
  readonly id: string;
  /** The handles of partly disclosed items, by their names in the pack. */
  readonly partial: ReadonlyMap<string, string>;
  /** Returns a value in which every handle is replaced with its name for the consumer. */
  rename(value: CanonicalValue): CanonicalValue;
};

/** Discloses a working set with its id. A consumer unknown to the matrix gets nothing. */
export function discloseWorkingSet(
  { workingSet, id }: { readonly workingSet: WorkingSet; readonly id: string },
  consumer: string,
): DisclosedSet {
  const { mask_matrix: maskMatrix, tiers, allowmention_handles, locked_precision_handles } = workingSet;
  const handles = new Set(Object.values(slicesOf(workingSet)).flatMap((slice) => slice.map(handleOf)));
  // Of thousands of locked handles, few are items of the set. A set of the others is only built if one is
  // quoted.
  const items = { items: handles, ...lengthsOf(handles) };
  const locked = new Set(locked_precision_handles.filter((handle) => isItem(handle, items)));
  const lists = { allowed: new Set(allowmention_handles), locked };
  const rules = { consumer, maskMatrix, tiers };
  const disclosed = mapSlices(slicesOf(workingSet), (item) => discloseListed(item, lists, rules));
  const names = nameTold(disclosed, locked, { ...items, locked: locked_precision_handles });
  const slices = mapSlices(disclosed, (outcome) => renameTold(outcome, names));
  const directives = names.rename(workingSet.directives as CanonicalValue) as Directives;
  const { partial, rename } = names;
  const view = viewOf(workingSet, consumer, { slices, directives });
  const viewId = isAll(view, workingSet) ? id : workingSetId(canonicalize(view));
  return { slices, directives, partial, rename, id: viewId };
}

/** Returns whether a view clearly has everything the working set has, so that their bytes are equal. */
function isAll(view: WorkingSet, workingSet: WorkingSet): boolean {
  const isSame = (name: keyof WorkingSet): boolean => {
    const [one, other] = [view[name], workingSet[name]];
    if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
    return one.length === other.length && one.every((item, index) => item === other[index]);
  };
  return (Object.keys(workingSet) as (keyof WorkingSet)[]).every(isSame);
}

type Lists = { readonly allowed: ReadonlySet<string>; readonly locked: ReadonlySet<string> };

function discloseListed(
  item: WorkingSetItem,
  { allowed, locked }: Lists,
  rules: DisclosureRules,
): ItemOutcome {
  if (!allowed.has(item.handle)) return { item, excluded: 'not-allowed' };
  // INVARIANT (locked wins): a locked item stays locked even if it is also allowed.
  const disclosure = discloseItem(locked.has(item.handle) ? withoutPayload(item) : item, rules);
  if ('excluded' in disclosure) return { item, excluded: disclosure.excluded };
  const { form, payload } = disclosure;
  const { handle, kind, stale, synthesized } = item;
  const provenance = withOpenRules(item.provenance, allowed);
  // In canonical key order, so that writing it needs no sorting.
  const told = { form, handle, kind, payload, provenance };
  return {
    item,
    told:
      stale || synthesized ? { ...told, ...(stale && { stale }), ...(synthesized && { synthesized }) } : told,
  };
}

/** Like anything else that can be cited, a rule is only named while it is open. */
function withOpenRules(provenance: Provenance, allowed: ReadonlySet<string>): Provenance {
  const { rule_refs } = provenance;
  if (rule_refs.length === 0) return provenance;
  return { ...provenance, rule_refs: rule_refs.filter((name) => allowed.has(ruleHandle(name))) };
}

function withoutPayload({ payload: _payload, ...item }: WorkingSetItem): WorkingSetItem {
  return item;
}

function handleOf({ handle }: WorkingSetItem): string {
  return handle;
}

function nameTold(
  disclosed: Slices<ItemOutcome>,
  locked: ReadonlySet<string>,
  known: Omit<KnownHandles, 'isLocked'> & { readonly locked: readonly string[] },
): PackNames {
  const { truth, memory, scene } = packChannels(disclosed, ({ item }) => item.recall === true);
  const items = [...truth, ...memory, ...scene].flatMap((outcome) => {
    if (!('told' in outcome)) return [];
    const { item, told } = outcome;
    const isLocked = locked.has(item.handle);
    return [
      {
        handle: item.handle,
        isLocked,
        isPart: !isLocked && !isWhole(item, told),
        told: contentOf(told),
        rules: told.provenance.rule_refs,
      },
    ];
  });
  let all: ReadonlySet<string> | undefined;
  const isLocked = (handle: string): boolean => {
    all ??= new Set(known.locked);
    return all.has(handle);
  };
  return namePack(items, { ...known, isLocked });
}

/** The lengths of the shortest and the longest handle. */
function lengthsOf(handles: ReadonlySet<string>): Pick<KnownHandles, 'shortest' | 'longest'> {
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0];
  for (const { length } of handles) {
    shortest = Math.min(shortest, length);
    longest = Math.max(longest, length);
  }
  return { shortest, longest };
}

/** The parts of an item that may contain quotations. */
function contentOf({ payload, provenance: { source, event_ids } }: ToldItem): readonly CanonicalValue[] {
  return [payload, source, event_ids];
}

/** Returns whether an item's content is disclosed in full. */
function isWhole(item: WorkingSetItem, { form, payload }: ToldItem): boolean {
  const whole = item.payload ?? item.gist ?? null;
  if (form === 'gist' && item.payload !== undefined) return false;
  return payload === whole || canonicalText(payload) === canonicalText(whole);
}

function renameTold(outcome: ItemOutcome, { nameOf, quoting, rename }: PackNames): ItemOutcome {
  if (!('told' in outcome)) return outcome;
  const { item, told } = outcome;
  const handle = nameOf.get(told.handle) ?? told.handle;
  if (!quoting.has(told.handle))
    return handle === told.handle ? outcome : { item, told: { ...told, handle } };
  const { source, event_ids, rule_refs } = told.provenance;
  return {
    item,
    told: {
      ...told,
      handle,
      payload: rename(told.payload),
      provenance: {
        source: rename(source) as string,
        event_ids: rename(event_ids) as readonly string[],
        rule_refs,
      },
    },
  };
}

/**
 * The disclosed part of a working set as a working set: without withheld items, and with only the disclosed
 * part of the others. INVARIANT (nothing withheld is hashed): a consumer gets the id of this, never that of
 * the whole.
 */
function viewOf(
  workingSet: WorkingSet,
  consumer: string,
  { slices, directives }: Pick<DisclosedSet, 'slices' | 'directives'>,
): WorkingSet {
  const { tiers, allowmention_handles } = workingSet;
  const facts = toldItems(slices.facts);
  const state = toldItems(slices.state);
  const compactions = toldItems(slices.compactions);
  const items = [...facts, ...state, ...compactions];
  const entities = new Set(items.map(({ entity, tiers: table }) => table && entity));
  const known = Object.entries(Object.hasOwn(tiers, consumer) ? (tiers[consumer] ?? {}) : {});
  const own = known.filter(([entity]) => entities.has(entity));
  const rules = allowmention_handles.filter((handle) => handle.startsWith('rule_ref:'));
  const told = new Set([...items.map(handleOf), ...rules]);
  const listed = new Set(allowmention_handles.filter((handle) => told.has(handle)));
  // The list is sorted and filtering keeps it so; only new names need to be inserted.
  const handles = listed.size === told.size ? listed : new Set([...listed, ...told]);
  return {
    ...workingSet,
    ...(Object.keys(tiers).length > 0 && {
      tiers: own.length === 0 ? {} : { [consumer]: Object.fromEntries(own) },
    }),
    allowmention_handles: sortByCodePoint([...handles]),
    facts_slice: facts,
    state_slice: state,
    compactions_slice: compactions,
    directives,
  };
}

function toldItems(outcomes: readonly ItemOutcome[]): readonly WorkingSetItem[] {
  const items: WorkingSetItem[] = [];
  for (const outcome of outcomes) if ('told' in outcome) items.push(toldItem(outcome));
  return items;
}

function toldItem({ item, told }: ItemOutcome & { readonly told: ToldItem }): WorkingSetItem {
  if (told.handle === item.handle && isWhole(item, told)) return item;
  const { handle, kind, form, payload, provenance } = told;
  return { handle, kind, provenance, visibility: 'public', [form === 'gist' ? 'gist' : 'payload']: payload };
}

function slicesOf({ facts_slice, state_slice, compactions_slice }: WorkingSet): Slices<WorkingSetItem> {
  return { facts: facts_slice, state: state_slice, compactions: compactions_slice };
}

function mapSlices<From, To>(
  { facts, state, compactions }: Slices<From>,
  change: (item: From) => To,
): Slices<To> {
  return { facts: facts.map(change), state: state.map(change), compactions: compactions.map(change) };
}

/** The items of a working set by slice. */
export type Slices<Item> = {
  readonly facts: readonly Item[];
  readonly state: readonly Item[];
  readonly compactions: readonly Item[];
};

/** The items of a pack by channel, in the order an agent reads them. */
type PackChannels<Item> = {
  readonly truth: readonly Item[];
  readonly memory: readonly Item[];
  readonly scene: readonly Item[];
};

/** Assigns the items of slices to channels, keeping their order. */
export function packChannels<Item>(
  { facts, state, compactions }: Slices<Item>,
  isRecalled: (item: Item) => boolean,
): PackChannels<Item> {
  return {
    truth: facts.filter((item) => !isRecalled(item)),
    memory: [...facts.filter(isRecalled), ...compactions],
    scene: state,
  };
}
