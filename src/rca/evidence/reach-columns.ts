/** The reach features: which candidates the failing tests reach by imports, references and names. */
import { sourceSyntax } from '../../context/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import { isConfiguration, sideOfPath } from '../paths/file-side.ts';
import { type FeatureColumn, FULL } from '../ranking/evidence-features.ts';
import { type NameReach, reachNames } from '../reach/name-reach.ts';
import type { EvidenceView } from './code-index.ts';
import type { TestSources } from './test-evidence.ts';

/** The names that the failing tests reach through the sources within their reach, nearest first. */
export function namesWithin(
  { reach, partsOf, changes }: EvidenceView,
  { paths, bodies }: TestSources,
): NameReach {
  if (changes.byPath.size === 0) return () => undefined;
  const reached = [...reach.reachedFrom(paths)]
    .filter(([path]) => sourceSyntax(path) !== undefined)
    .sort(([leftPath, left], [rightPath, right]) => left - right || compareCodePoints(leftPath, rightPath));
  const names = bodies.filter(({ kind }) => kind === 'identifier').map(({ text }) => text);
  return reachNames(
    names,
    reached.map(([path]) => path),
    partsOf,
  );
}

/** If a test reaches fewer project files than this, what it does not reach means nothing. */
const FEWEST_REACHED = 2;

/**
 * What the failing tests reach, and what all failing tests of the run reach. If reach is unknown, everything
 * or nothing counts.
 */
export function reachColumns(
  paths: readonly string[],
  view: EvidenceView,
  sources: Pick<TestSources, 'paths' | 'spans'>,
): Record<'reached' | 'reachedNear' | 'reachedByAll', FeatureColumn> {
  const { reach, failingFiles, changes } = view;
  const own = reachedByCase(view, sources);
  const others = failingFiles.map((path) => reach.reachedFrom([path]));
  const telling = others.filter(isTelling);
  const isOwnTelling = isTelling(own);
  // Test configuration is within reach of every test, and nobody knows what reached a file that is gone.
  const isOpen = (path: string) =>
    isConfiguration(path) || changes.byPath.get(path)?.[0]?.file.kind === 'deleted';
  return {
    reached: paths.map((path) => (!isOwnTelling || isOpen(path) || own.has(path) ? FULL : 0)),
    reachedNear: paths.map((path) => {
      const hops = own.get(path);
      return !isOwnTelling || hops === undefined ? 0 : Math.floor(FULL / Math.max(1, hops));
    }),
    reachedByAll: paths.map((path) => {
      if (telling.length === 0 || isOpen(path)) return FULL;
      return Math.floor((FULL * telling.filter((one) => one.has(path)).length) / telling.length);
    }),
  };
}

/**
 * What the tests of a case reach. Tests in several files that fail alike share one cause, so this is what all
 * of the files reach. If none of that changed, the causes may differ after all.
 */
function reachedByCase(
  { reach, changes }: EvidenceView,
  { paths, spans }: Pick<TestSources, 'paths' | 'spans'>,
): ReadonlyMap<string, number> {
  const own = reach.reachedFrom(paths);
  const files = [...new Set(spans.map(({ path }) => path))];
  const each = files.map((path) => reach.reachedFrom([path])).filter(isTelling);
  const common = new Map([...own].filter(([path]) => each.every((one) => one.has(path))));
  const hasChanged = [...common.keys()].some((path) => changes.byPath.has(path));
  return hasChanged && isTelling(common) ? common : own;
}

function isTelling(reached: ReadonlyMap<string, number>): boolean {
  let production = 0;
  for (const path of reached.keys())
    if (
      sourceSyntax(path) !== undefined &&
      sideOfPath(path) === 'production' &&
      ++production >= FEWEST_REACHED
    )
      return true;
  return false;
}
