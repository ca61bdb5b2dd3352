/**
 * Shapes candidates into the items of a working set: told to someone, disclosed, ordered. What is locked stands behind the
 * rest of its kind, ordered by what is shown of it: a place that followed its id would help to guess what it hides.
 */
import { lockedOrdinal, type WorkingSetItem } from '../../disclosure/index.ts';
import { canonicalText, compareCodePoints } from '../../kernel/index.ts';
import type { OrderingPolicy } from '../policy.ts';
import type { Candidate } from './candidate.ts';
import type { Derivations } from './derivation.ts';

/** A candidate and what the bytes may hold of it. */
export type ShapedItem = { readonly candidate: Candidate; readonly shown: WorkingSetItem };

/** The items in their order, and the ordinals of all that is locked. */
export type ShapedItems = {
  readonly items: readonly ShapedItem[];
  /** Handle to ordinal. */
  readonly ordinals: ReadonlyMap<string, string>;
};

/** What shaping goes by, beside the candidates. */
export type ShapeRules = {
  readonly derived: Derivations;
  readonly ordering: OrderingPolicy;
  /** Tells whether anyone may be told of an item, by what is shown of it. */
  readonly isVisible: (item: WorkingSetItem) => boolean;
};

/** Shapes candidates, which come ordered by kind and full id. */
export function shapeItems(candidates: readonly Candidate[], rules: ShapeRules): ShapedItems {
  const { derived, ordering, isVisible } = rules;
  const [open, locked, silent]: [ShapedItem[], ShapedItem[], Candidate[]] = [[], [], []];
  for (const candidate of candidates) {
    const derivation = derived.get(candidate.handle);
    const isLocked = candidate.isLocked || derivation !== undefined;
    const hasGist = candidate.gist !== undefined && !derivation?.isGistLocked;
    const shown = isLocked ? showGist(candidate) : showOpen(candidate);
    const isTold = (!isLocked || hasGist) && isVisible(shown);
    if (isTold) (isLocked ? locked : open).push({ candidate, shown });
    else if (isLocked) silent.push(candidate);
  }
  const told = orderByText(locked);
  const ordinals = numberLocked([...told.map(({ candidate }) => candidate), ...silent]);
  const named = told.map(({ candidate, shown }) => ({
    candidate,
    shown: { ...shown, handle: ordinals.get(candidate.handle) as string },
  }));
  return { items: orderByKind([...open, ...named], ordering), ordinals };
}

/** What may be told without a handle and a payload. */
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
    payload,
    ...(gist !== undefined && { gist }),
    provenance,
    visibility,
    ...(owner !== undefined && { owner }),
    ...(entity !== undefined && { entity }),
    ...(tiers !== undefined && { tiers }),
    ...(madeFrom !== undefined && { made_from: madeFrom }),
    ...flags,
  };
}

function orderByText(items: readonly ShapedItem[]): readonly ShapedItem[] {
  return items
    .map((item) => ({ item, text: canonicalText(item.shown) }))
    .sort((a, b) => compareCodePoints(a.text, b.text))
    .map(({ item }) => item);
}

function numberLocked(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  return new Map(candidates.map(({ handle }, index) => [handle, lockedOrdinal(index + 1)]));
}

/** The policy's kinds first, then the others by name; sorting is stable, so each kind keeps its order. */
function orderByKind(items: ShapedItem[], { kinds }: OrderingPolicy): readonly ShapedItem[] {
  const ranks = new Map(kinds.map((kind, rank) => [kind, rank]));
  const rank = ({ shown }: ShapedItem): number => ranks.get(shown.kind) ?? kinds.length;
  return items.sort((a, b) => rank(a) - rank(b) || compareCodePoints(a.shown.kind, b.shown.kind));
}
