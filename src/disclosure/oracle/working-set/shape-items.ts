/**
 * Shapes candidates into the items of a working set: visible to someone, disclosed and ordered. Items that
 * may be shown in part come after those shown whole or not at all, and locked items come last. Both groups
 * are ordered by what is shown of them, because an order by id would help to guess what is not shown.
 */

import {
  type CanonicalValue,
  canonicalText,
  compareCodePoints,
  freezeCanonical,
} from '../../../kernel/index.ts';
import { fieldsAtTier, isTier, lockedOrdinal, type WorkingSetItem, withoutHandles } from '../../index.ts';
import type { OrderingPolicy } from '../facts/policy.ts';
import type { Candidate } from './collect-candidates.ts';

/** What is locked of an item that revealed others: its payload, or also its gist. */
type Derivation = { readonly by: ReadonlySet<string>; readonly isGistLocked: boolean };

/** Derived locks by handle. */
export type Derivations = ReadonlyMap<string, Derivation>;

/** A candidate and what the working set may contain of it. */
export type ShapedItem = { readonly candidate: Candidate; readonly shown: WorkingSetItem };

/** The ordered items, and the ordinals of all locked ones. */
export type ShapedItems = {
  readonly items: readonly ShapedItem[];
  /** Handle to ordinal. */
  readonly ordinals: ReadonlyMap<string, string>;
};

/** What shaping needs apart from the candidates. */
export type ShapeRules = {
  readonly derived: Derivations;
  readonly ordering: OrderingPolicy;
  /** Returns whether anyone may see the shown part of an item. */
  readonly isVisible: (item: WorkingSetItem) => boolean;
  /** Returns whether anyone may see only a part of an open item. */
  readonly isPartial: (item: WorkingSetItem) => boolean;
};

/** Shapes candidates, which must be ordered by kind and full id. */
export function shapeItems(candidates: readonly Candidate[], rules: ShapeRules): ShapedItems {
  const { derived, ordering, isVisible, isPartial } = rules;
  const [open, partial, locked]: [ShapedItem[], ShapedItem[], ShapedItem[]] = [[], [], []];
  const silent: Candidate[] = [];
  for (const candidate of candidates) {
    const derivation = derived.get(candidate.handle);
    const isLocked = candidate.isLocked || derivation !== undefined;
    const hasGist = candidate.gist !== undefined && !derivation?.isGistLocked;
    const shown = isLocked ? showGist(candidate) : showOpen(candidate);
    const isTold = (!isLocked || hasGist) && isVisible(shown);
    const group = isLocked ? locked : isPartial(shown) ? partial : open;
    if (isTold) group.push({ candidate, shown });
    else if (isLocked) silent.push(candidate);
  }
  const handles = new Set(candidates.map(({ handle }) => handle));
  const told = orderByText(locked, handles);
  const ordinals = numberLocked([...told.map(({ candidate }) => candidate), ...silent]);
  const named = told.map(({ candidate, shown }) => ({
    candidate,
    shown: { ...shown, handle: ordinals.get(candidate.handle) as string },
  }));
  return { items: orderByKind([...open, ...orderByText(partial, handles), ...named], ordering), ordinals };
}

/** What may be shown without the handle and the payload. */
function showGist(candidate: Candidate): WorkingSetItem {
  const { payload: _payload, ...shown } = showOpen(candidate);
  return { ...shown, handle: lockedOrdinal(0) };
}

function showOpen(candidate: Candidate): WorkingSetItem {
  const { handle, kind, payload, gist, provenance, visibility, owner, entity, tiers, madeFrom, flags } =
    candidate;
  return {
    handle,
    kind,
    // In the form that parsing the working set would give.
    payload: freezeCanonical(payload),
    ...(gist !== undefined && { gist: freezeCanonical(gist) }),
    provenance,
    visibility,
    ...(owner !== undefined && { owner }),
    ...(entity !== undefined && { entity }),
    ...(tiers !== undefined && { tiers }),
    ...(madeFrom !== undefined && { made_from: madeFrom }),
    ...flags,
  };
}

function orderByText(items: readonly ShapedItem[], handles: ReadonlySet<string>): readonly ShapedItem[] {
  return items
    .map((item) => ({ item, text: textShown(withoutQuotations(item.shown, handles)) }))
    .sort((a, b) => compareCodePoints(a.text, b.text))
    .map(({ item }) => item);
}

/**
 * The other fields, then gist and payload as shown at each tier. Items that a reader cannot distinguish are
 * equal up to the reader's tier, so nothing beyond it affects the order in a way the reader could see.
 */
function textShown({ handle: _handle, payload = null, gist = null, ...beside }: WorkingSetItem): string {
  const { tiers } = beside;
  const reached = [0, ...Object.values(tiers ?? {}).filter(isTier)].sort((a, b) => a - b);
  const levels = (value: CanonicalValue): readonly CanonicalValue[] =>
    tiers === undefined ? [] : [...new Set(reached)].map((tier) => fieldsAtTier(value, tiers, tier) ?? null);
  return canonicalText([beside as CanonicalValue, levels(gist), levels(payload), gist, payload]);
}

function withoutQuotations(item: WorkingSetItem, handles: ReadonlySet<string>): WorkingSetItem {
  const plain = (value: CanonicalValue): CanonicalValue => withoutHandles(value, handles);
  const { payload, gist, provenance } = item;
  return {
    ...item,
    ...(payload !== undefined && { payload: plain(payload) }),
    ...(gist !== undefined && { gist: plain(gist) }),
    provenance: plain(provenance) as WorkingSetItem['provenance'],
  };
}

function numberLocked(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  return new Map(candidates.map(({ handle }, index) => [handle, lockedOrdinal(index + 1)]));
}

/**
 * The policy's kinds first, then the others by name. The sort is stable, so the order within a kind is kept.
 */
function orderByKind(items: ShapedItem[], { kinds }: OrderingPolicy): readonly ShapedItem[] {
  const ranks = new Map(kinds.map((kind, rank) => [kind, rank]));
  const rank = ({ shown }: ShapedItem): number => ranks.get(shown.kind) ?? kinds.length;
  return items.sort((a, b) => rank(a) - rank(b) || compareCodePoints(a.shown.kind, b.shown.kind));
}
