/**
 * The working-set compiler as a pure function: the candidates at a cursor are checked for visibility,
 * disclosed, ordered and cut. Items that would reveal a locked item are locked too, and the process repeats.
 */
import {
  type CanonicalValue,
  canonicalText,
  compareCodePoints,
  sortByCodePoint,
} from '../../../kernel/index.ts';
import {
  type ConsumerTiers,
  consumersOf,
  type DisclosureRules,
  discloseItem,
  formFor,
  type LeakGuard,
  quoteFinder,
  visibilityClass,
  type WorkingSet,
  type WorkingSetItem,
} from '../../index.ts';
import { type OraclePolicy, policyIds } from '../facts/policy.ts';
import { type StoryCursor, toScope } from '../facts/story-cursor.ts';
import { openHandles } from '../facts/unlock.ts';
import type { TokenCounter } from '../knowledge/oracle.ts';
import type { OracleState } from '../log/oracle-state.ts';
import type { Candidate } from './collect-candidates.ts';
import { type CutOutcome, cutItems } from './cut-items.ts';
import {
  addDerivations,
  findTellingTogether,
  type Readers,
  type Telling,
  type TellingFinder,
  tellingFinder,
} from './derive-locks.ts';
import { lockedGuard } from './locked-guard.ts';
import { type Derivations, type ShapedItem, shapeItems } from './shape-items.ts';

/** Everything a working set depends on. */
export type WorkingSetInput = {
  readonly candidates: readonly Candidate[];
  readonly state: OracleState;
  readonly cursor: StoryCursor;
  readonly policy: OraclePolicy;
  readonly counter: TokenCounter;
};

/** A working set with what only the oracle and its auditors know about it. */
export type BuiltWorkingSet = {
  readonly workingSet: WorkingSet;
  /** Reports locked items by handle. */
  readonly guard: LeakGuard;
  /** Handle to ordinal. */
  readonly ordinals: ReadonlyMap<string, string>;
  readonly items: readonly ShapedItem[];
  readonly cut: CutOutcome;
  readonly derived: Derivations;
};

/** Builds a working set. Equal inputs give equal output, in any order of candidates. */
export function buildWorkingSet(input: WorkingSetInput): BuiltWorkingSet {
  const { candidates, state, policy, counter } = input;
  const readers = readersOf(input);
  const isVisible = visibilityTo(readers);
  const isPartial = partialTo(readers, new Set(candidates.map(({ handle }) => handle)));
  const frame = frameText(input);
  const toldOf = toldTo(readers);
  const guard = lockedGuard(candidates, {
    vocabulary: state.vocabulary,
    frame: [policy.pins, policy.directives],
  });
  const findTelling = tellingFinder(guard);
  let derived: Derivations = new Map();
  for (;;) {
    const { items, ordinals } = shapeItems(candidates, {
      derived,
      ordering: policy.ordering,
      isVisible,
      isPartial,
    });
    const cut = cutItems(items, { ...policy, counter, frame, toldOf });
    const tellings = guard.size === 0 ? [] : findAll(items, cut, { guard, readers, findTelling });
    if (tellings.length === 0)
      return { workingSet: toWorkingSet(input, cut, ordinals), guard, ordinals, items, cut, derived };
    // Each round locks at least one more form of an item, so there are at most two rounds per item.
    derived = addDerivations(derived, tellings);
  }
}

function readersOf({ candidates, state, policy }: WorkingSetInput): Readers {
  const rules = { maskMatrix: policy.maskMatrix, tiers: state.tiers };
  return { ...rules, audience: audienceOf({ ...rules, candidates }) };
}

/** An item is visible if any consumer would get any of it. */
function visibilityTo({ audience, ...rules }: Readers): (item: WorkingSetItem) => boolean {
  const isTold = (item: WorkingSetItem, consumer: string): boolean => {
    const disclosure = discloseItem(item, { ...rules, consumer });
    return !('excluded' in disclosure) || disclosure.excluded === 'no-gist';
  };
  return (item) => audience.some((consumer) => isTold(item, consumer));
}

/**
 * Returns the largest part of an item that any consumer gets. INVARIANT (no size without a reader): content
 * that nobody gets takes no budget, or the number of items would reveal its length.
 */
function toldTo({ audience, ...rules }: Readers): (item: WorkingSetItem) => WorkingSetItem {
  return (item) => {
    const { payload: _payload, gist: _gist, ...beside } = item;
    if (item.tiers === undefined && item.gist === undefined) return item;
    const most: { full?: CanonicalValue; gist?: CanonicalValue } = {};
    for (const consumer of audience) {
      const disclosure = discloseItem(item, { ...rules, consumer });
      if ('excluded' in disclosure) continue;
      const { form, payload } = disclosure;
      const known = most[form];
      if (known === undefined || canonicalText(payload).length > canonicalText(known).length)
        most[form] = payload;
    }
    return {
      ...beside,
      ...(most.full !== undefined && { payload: most.full }),
      ...(most.gist !== undefined && { gist: most.gist }),
    };
  };
}

/**
 * An item may be disclosed in part if it has tiers, quotes a handle, or has a gist that the matrix gives to
 * someone.
 */
function partialTo(
  { audience, maskMatrix }: Readers,
  handles: ReadonlySet<string>,
): (item: WorkingSetItem) => boolean {
  const quotes = quoteFinder(handles);
  return ({ kind, visibility, payload = null, gist, tiers, provenance }) => {
    const question = { kind, visibility: visibilityClass(visibility) };
    const isGist = (consumer: string) => formFor(maskMatrix, { consumer, ...question }) === 'gist';
    if (tiers !== undefined || (gist !== undefined && audience.some(isGist))) return true;
    return [payload, provenance].some(quotes);
  };
}

/** How items are searched, and for whom. */
type Search = { readonly guard: LeakGuard; readonly readers: Readers; readonly findTelling: TellingFinder };

function findAll(
  items: readonly ShapedItem[],
  { kept }: CutOutcome,
  { guard, readers, findTelling }: Search,
): readonly Telling[] {
  const alone = findTelling(items);
  // If items leak by themselves, their neighbors will change, so those are checked in the next round.
  return alone.length > 0 ? alone : findTellingTogether(kept, guard, readers);
}

/** The largest content of a pack apart from its items. */
function frameText({ cursor, policy }: WorkingSetInput): string {
  const { pins, directives } = policy;
  return canonicalText({ ...toScope(cursor), policy_ids: policyIds(policy), pins, directives });
}

function toWorkingSet(
  { state, cursor, policy }: WorkingSetInput,
  { kept }: CutOutcome,
  ordinals: ReadonlyMap<string, string>,
): WorkingSet {
  const shown = (items: readonly ShapedItem[]) => items.map((item) => item.shown);
  const slices = {
    facts_slice: shown(kept.facts),
    state_slice: shown(kept.state),
    compactions_slice: shown(kept.compactions),
  };
  const rules = [...openHandles(state.unlocks, cursor)].filter((handle) => handle.startsWith('rule_ref:'));
  const told = Object.values(slices).flatMap((items) => items.map(({ handle }) => handle));
  return {
    ...toScope(cursor),
    policy_ids: policyIds(policy),
    pins_snapshot: policy.pins,
    mask_matrix: policy.maskMatrix,
    tiers: tiersNeeded(state.tiers, Object.values(slices).flat()),
    allowmention_handles: [...new Set([...told, ...rules])].sort(compareCodePoints),
    locked_precision_handles: [...ordinals.values()],
    ...slices,
    directives: policy.directives,
  };
}

/** Only the tiers that the lens needs, because an entity may be named like something locked. */
function tiersNeeded(tiers: ConsumerTiers, items: readonly WorkingSetItem[]): ConsumerTiers {
  const entities = new Set(items.flatMap(({ entity, tiers: fields }) => (fields && entity) ?? []));
  const needed = Object.entries(tiers).map(([consumer, known]): readonly [string, ConsumerTiers[string]] => [
    consumer,
    Object.fromEntries(Object.entries(known).filter(([entity]) => entities.has(entity))),
  ]);
  return Object.fromEntries(needed.filter(([, known]) => Object.keys(known).length > 0));
}

const ANY = '*';

/** The inputs that determine an audience. */
type AudienceSource = Omit<DisclosureRules, 'consumer'> & {
  readonly candidates: readonly Candidate[];
};

/** Returns the consumers of a working set, with `*` for all unnamed consumers if the matrix admits them. */
function audienceOf({ maskMatrix, tiers, candidates }: AudienceSource): readonly string[] {
  const inMatrix = consumersOf(maskMatrix);
  if (!inMatrix.includes(ANY)) return sortByCodePoint([...inMatrix]);
  const named = new Set([...inMatrix, ...Object.keys(tiers)]);
  for (const { visibility, owner } of candidates) {
    if (typeof visibility !== 'string') for (const consumer of visibility.consumers) named.add(consumer);
    if (owner !== undefined) named.add(owner);
  }
  return sortByCodePoint([...named]);
}
