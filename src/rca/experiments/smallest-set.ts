/**
 * Finds a minimal set that has a property, with few tests: QuickXplain (Junker, 2004), with the candidates
 * split by weight instead of count. A good guess about the answer saves tests, and a bad one costs only a
 * few.
 */
import type { ReportSuspect } from '../../record/index.ts';
import { sideOfPath } from '../paths/file-side.ts';
import type { ChangeUnit } from './experiment.ts';

/** The items to search, their weights and the property. */
export type SetSearch<Item> = {
  readonly items: readonly Item[];
  /** How likely an item belongs to the answer, as a whole number above 0. */
  readonly weightOf: (item: Item) => number;
  /**
   * Whether a set has the property; `untold` if that cannot be determined, for instance because nothing was
   * built. The answer to a `final` question decides whether an item stays in the result.
   */
  readonly holds: (items: readonly Item[], options?: { readonly isFinal?: boolean }) => Promise<Answer>;
  /** Called with the items that may still belong to the answer whenever they change. */
  readonly onNarrowed?: (left: readonly Item[]) => void;
};

export type Answer = 'yes' | 'no' | 'untold';

/**
 * Returns a set that holds and from which no item can be removed, given that all items together hold. If some
 * sets are undecidable, the answer may be larger than necessary, but never wrong: either it was seen to hold,
 * or it is everything.
 */
export async function findSmallestSet<Item>(search: SetSearch<Item>): Promise<readonly Item[]> {
  const sorted = sortByWeight(search);
  const found = await explain(search, { held: [], hasGrown: false, candidates: sorted });
  return withoutNeedless(search, found);
}

type Question<Item> = {
  /** Part of every set that is tested. */
  readonly held: readonly Item[];
  /** Whether `held` has grown since it was last seen not to hold by itself. */
  readonly hasGrown: boolean;
  readonly candidates: readonly Item[];
};

/** Returns the candidates that are needed in addition to `held`. */
async function explain<Item>(
  search: SetSearch<Item>,
  { held, hasGrown, candidates }: Question<Item>,
): Promise<readonly Item[]> {
  if (hasGrown && (await search.holds(held)) === 'yes') return [];
  const [first, second] = halve(candidates, search.weightOf);
  if (second.length === 0) return first;
  search.onNarrowed?.(candidates);
  const fromSecond = await explain(search, {
    held: [...held, ...first],
    hasGrown: true,
    candidates: second,
  });
  const fromFirst = await explain(search, {
    held: [...held, ...fromSecond],
    hasGrown: fromSecond.length > 0,
    candidates: first,
  });
  return [...fromFirst, ...fromSecond];
}

/** Removes items that turn out not to be needed. Items that only make sense together are tried together. */
async function withoutNeedless<Item>(
  { holds }: SetSearch<Item>,
  found: readonly Item[],
): Promise<readonly Item[]> {
  if (found.length < 2) return found;
  let kept = found;
  const untold: Item[] = [];
  for (const item of found) {
    const others = kept.filter((other) => other !== item);
    const answer = await holds(others, { isFinal: true });
    if (answer === 'yes') kept = others;
    if (answer === 'untold') untold.push(item);
  }
  const together = kept.filter((item) => !untold.includes(item));
  const isWorthAsking = untold.length > 1 && together.length > 0 && together.length < kept.length;
  return isWorthAsking && (await holds(together)) === 'yes' ? together : kept;
}

function sortByWeight<Item>({ items, weightOf }: SetSearch<Item>): readonly Item[] {
  return [...items].sort((left, right) => weightOf(right) - weightOf(left));
}

/**
 * Splits so that the first part has at least half of the weight. Neither part is empty if there are two or
 * more items.
 */
function halve<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
): readonly [readonly Item[], readonly Item[]] {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0);
  let weight = 0;
  let count = 0;
  while (count < items.length - 1 && (count === 0 || weight * 2 < total)) {
    weight += weightOf(items[count] as Item);
    count += 1;
  }
  return items.length < 2 ? [items, []] : [items.slice(0, count), items.slice(count)];
}

/** The weight of full confidence, and the lowest weight, for a file with no evidence against it. */
const WHOLE = 10_000;
const UNKNOWN = 20;
const UNLIKELY = 2;
/** The weight of the piece at the suspected line relative to the rest of its file. */
const AT_LINE = 8;
/** How many lines away a piece may be to count as at the line. */
const NEAR_LINES = 3;

const PROSE = /\.(md|rst|adoc|txt)$|(^|\/)(CHANGELOG|LICENSE|NOTICE|AUTHORS)[^/]*$/i;
/** Tools write these in hundreds of pieces, and every state runs with today's packages anyway. */
const LOCK = /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|[^/]*\.lockb?)$/;

/** Returns how likely a piece is guilty, based on the suspects of an investigation. */
export function weighUnits(suspects: readonly ReportSuspect[]): (unit: ChangeUnit) => number {
  const byPath = new Map(suspects.map((suspect) => [suspect.path, suspect]));
  return (unit) => {
    const suspect = byPath.get(unit.path) ?? byPath.get(unit.from ?? unit.path);
    if (suspect === undefined || LOCK.test(unit.path)) return weightByPath(unit.path);
    const weight = UNKNOWN + Math.round(suspect.confidence * WHOLE);
    return isAt(unit, suspect.line) ? weight * AT_LINE : weight;
  };
}

function weightByPath(path: string): number {
  const isUnlikely = PROSE.test(path) || LOCK.test(path) || sideOfPath(path) === 'beside';
  return isUnlikely ? UNLIKELY : UNKNOWN;
}

function isAt({ kind, after }: ChangeUnit, line: number | undefined): boolean {
  if (kind !== 'hunk' || line === undefined) return false;
  const end = after.start + Math.max(after.lines.length, 1) - 1;
  return line >= after.start - NEAR_LINES && line <= end + NEAR_LINES;
}
