/**
 * The working-set compiler itself, a pure function: candidates at a cursor are checked for visibility, disclosed,
 * ordered and cut. Items that would tell what is locked are locked themselves, and it begins again.
 */
import {
  admits,
  compileGuard,
  consumersOf,
  formFor,
  type LeakGuard,
  lockedOrdinal,
  lockedTokens,
  type ScanPart,
  visibilityClass,
  type WorkingSet,
  type WorkingSetItem,
} from '../disclosure/index.ts';
import { canonicalText, compareCodePoints } from '../kernel/index.ts';
import type { Candidate } from './candidate.ts';
import { type CutOutcome, cutItems, type Slices } from './cut-items.ts';
import type { OracleState } from './oracle-state.ts';
import { orderItems } from './order-items.ts';
import { type OraclePolicy, policyIds } from './policy.ts';
import { type StoryCursor, toScope } from './story-cursor.ts';
import type { TokenCounter } from './token-counter.ts';
import { openHandles } from './unlock.ts';

/** All that a working set depends on. */
export type WorkingSetInput = {
  readonly candidates: readonly Candidate[];
  readonly state: OracleState;
  readonly cursor: StoryCursor;
  readonly policy: OraclePolicy;
  readonly counter: TokenCounter;
};

/** A working set with what only the oracle and its auditors know of it. */
export type BuiltWorkingSet = {
  readonly workingSet: WorkingSet;
  readonly guard: LeakGuard;
  /** Ordinal to handle. */
  readonly locked: ReadonlyMap<string, string>;
  /** Items the budget cut, by handle. */
  readonly cut: readonly string[];
  readonly derivedLocks: readonly DerivedLock[];
};

/** A lock on an item that held a token of another. */
export type DerivedLock = { readonly handle: string; readonly by: string };

/** Builds a working set; equal input, equal output, in any order of candidates. */
export function buildWorkingSet(input: WorkingSetInput): BuiltWorkingSet {
  const { candidates, state } = input;
  const ordinals = numberLocked(candidates);
  const guard = compileGuard(
    candidates
      .filter(({ isLocked }) => isLocked)
      .map((candidate) => ({
        handle: ordinals.get(candidate.handle) as string,
        tokens: lockedTokens({ ...candidate, vocabulary: state.vocabulary }),
      })),
  );
  const derived = new Map<string, Derivation>();
  for (;;) {
    const outcome = shape(input, ordinals, derived);
    // Each round locks at least one more form of an item, so there are at most two rounds per item.
    if (!addDerived(derived, outcome, guard)) return finish(input, ordinals, derived, outcome, guard);
  }
}

/** What of an item is locked because it told of another. */
type Derivation = { readonly by: string; readonly isGistLocked: boolean };

type Shaped = { readonly candidate: Candidate; readonly item: WorkingSetItem };

function numberLocked(candidates: readonly Candidate[]): Map<string, string> {
  const locked = candidates
    .filter(({ isLocked }) => isLocked)
    .sort((a, b) => compareCodePoints(a.kind, b.kind) || compareCodePoints(a.handle, b.handle));
  return new Map(locked.map(({ handle }, index) => [handle, lockedOrdinal(index + 1)]));
}

function shape(
  input: WorkingSetInput,
  ordinals: Map<string, string>,
  derived: ReadonlyMap<string, Derivation>,
): CutOutcome<Shaped> {
  const { candidates, policy, counter } = input;
  // Ordinals of derived locks follow those of the locks themselves, so the guard keeps its names.
  for (const handle of [...derived.keys()].sort(compareCodePoints)) {
    if (!ordinals.has(handle)) ordinals.set(handle, lockedOrdinal(ordinals.size + 1));
  }
  const disclosed = orderItems(candidates, policy.ordering)
    .filter((candidate) => isVisible(candidate, policy))
    .flatMap((candidate): readonly Shaped[] => {
      const item = disclose(candidate, ordinals.get(candidate.handle), derived.get(candidate.handle));
      return item === null ? [] : [{ candidate, item }];
    });
  const slices: Slices<Shaped> = {
    facts: disclosed.filter(({ candidate }) => candidate.slice === 'facts'),
    state: disclosed.filter(({ candidate }) => candidate.slice === 'state'),
    compactions: disclosed.filter(({ candidate }) => candidate.slice === 'compactions'),
  };
  return cutItems(slices, { ...policy, counter, frame: frameText(input) });
}

/** An item is visible when some consumer of the matrix would get any of it. */
function isVisible({ kind, visibility, owner }: Candidate, { maskMatrix }: OraclePolicy): boolean {
  return consumersOf(maskMatrix).some((consumer) => {
    const form = formFor(maskMatrix, { consumer, kind, visibility: visibilityClass(visibility) });
    return form !== 'absent' && (consumer === '*' || admits(visibility, consumer, owner));
  });
}

/** Returns what the bytes may hold of a candidate, or null; what is locked shows its gist under its ordinal. */
function disclose(
  candidate: Candidate,
  ordinal: string | undefined,
  derivation: Derivation | undefined,
): WorkingSetItem | null {
  const { handle, kind, payload, gist, provenance, visibility, owner, entity, tiers, flags } = candidate;
  const isLocked = ordinal !== undefined;
  const hasGist = gist !== undefined && !derivation?.isGistLocked;
  if (isLocked && !hasGist) return null;
  return {
    handle: ordinal ?? handle,
    kind,
    ...(!isLocked && { payload }),
    ...(hasGist && { gist }),
    provenance,
    visibility,
    ...(owner !== undefined && { owner }),
    ...(entity !== undefined && { entity }),
    ...(tiers !== undefined && { tiers }),
    ...flags,
  };
}

/** Locks what tells of something locked; returns whether there was anything new. */
function addDerived(
  derived: Map<string, Derivation>,
  { kept }: CutOutcome<Shaped>,
  guard: LeakGuard,
): boolean {
  const before = derived.size;
  let isChanged = false;
  for (const channel of channelsOf(kept)) {
    const hits = [
      ...channel.flatMap(({ item }, index) => guard.scanAdjacent(aloneParts(item, index))),
      ...guard.scanAdjacent(channel.map(({ item }, index) => contentPart(item, index))),
    ];
    for (const { handle: by, path } of hits) {
      const [index, field] = path.split('.') as [string, string];
      const { candidate, item } = channel[Number(index)] as Shaped;
      // The payload goes first; a gist that tells as well, or anything beside both, takes the item whole.
      const isGistLocked = !field.startsWith('payload') || item.payload === undefined;
      const earlier = derived.get(candidate.handle);
      if (earlier && (earlier.isGistLocked || !isGistLocked)) continue;
      derived.set(candidate.handle, { by: earlier?.by ?? by, isGistLocked });
      isChanged = true;
    }
  }
  return isChanged || derived.size > before;
}

/** The items as they will stand side by side in the channels of a pack. */
function channelsOf({ facts, state, compactions }: Slices<Shaped>): readonly (readonly Shaped[])[] {
  const truth = facts.filter(({ item }) => !item.recall);
  const memory = [...facts.filter(({ item }) => item.recall), ...compactions];
  return [truth, memory, state];
}

function contentPart(item: WorkingSetItem, index: number): ScanPart {
  if (item.payload !== undefined) return { path: `${index}.payload`, value: item.payload };
  return { path: `${index}.gist`, value: item.gist ?? null };
}

function aloneParts(
  { gist, provenance, kind, entity, owner }: WorkingSetItem,
  index: number,
): readonly ScanPart[] {
  return [
    { path: `${index}.gist`, value: gist ?? null },
    { path: `${index}.provenance`, value: provenance },
    { path: `${index}.names`, value: [kind, entity ?? null, owner ?? null] },
  ];
}

/** What a pack holds beside its items, at its largest. */
function frameText({ cursor, policy }: WorkingSetInput): string {
  const { pins, directives } = policy;
  return canonicalText({ ...toScope(cursor), policy_ids: policyIds(policy), pins, directives });
}

function finish(
  { state, cursor, policy }: WorkingSetInput,
  ordinals: ReadonlyMap<string, string>,
  derived: ReadonlyMap<string, Derivation>,
  { kept, cut }: CutOutcome<Shaped>,
  guard: LeakGuard,
): BuiltWorkingSet {
  const items = [...kept.facts, ...kept.state, ...kept.compactions].map(({ item }) => item);
  const rules = [...openHandles(state.unlocks, cursor)].filter((handle) => handle.startsWith('rule_ref:'));
  const handles = [...new Set([...items.map(({ handle }) => handle), ...rules])].sort(compareCodePoints);
  const workingSet: WorkingSet = {
    ...toScope(cursor),
    policy_ids: policyIds(policy),
    pins_snapshot: policy.pins,
    mask_matrix: policy.maskMatrix,
    tiers: state.tiers,
    allowmention_handles: handles,
    locked_precision_handles: [...ordinals.values()],
    facts_slice: kept.facts.map(({ item }) => item),
    state_slice: kept.state.map(({ item }) => item),
    compactions_slice: kept.compactions.map(({ item }) => item),
    directives: policy.directives,
  };
  return {
    workingSet,
    guard,
    locked: new Map([...ordinals].map(([handle, ordinal]) => [ordinal, handle])),
    cut: cut.map(({ candidate }) => candidate.handle),
    derivedLocks: [...derived].map(([handle, { by }]) => ({ handle, by })),
  };
}
