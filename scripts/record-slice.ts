// Records a small slice of calibration runs as a regression test: the features of the candidates a few cases were told
// of, and where the right file stood. The choice is by position, so that no case is picked for its answer.
//
//   penumbra calibrate run --cases DATASET --out outcomes.jsonl
//   node scripts/record-slice.ts outcomes.jsonl … > test/fixtures/rca-slice.jsonl

import { readFileSync } from 'node:fs';
import { type CaseOutcome, readOutcomes } from '../src/calibrate/index.ts';
import { compareCodePoints } from '../src/kernel/index.ts';
import { type Candidate, rankCandidates, weightsOf } from '../src/rca/index.ts';
import type { CauseWorld } from '../src/record/index.ts';

const PER_PROJECT = 2;
/** A right file further down than this is told as not found; the rest would only make the slice larger. */
const MOST_CANDIDATES = 20;

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write('usage: node scripts/record-slice.ts OUTCOMES…\n');
  process.exit(2);
}

const outcomes = files
  .flatMap((file) => readOutcomes(readFileSync(file, 'utf8'), file))
  .filter(({ result }) => (result?.rankings.length ?? 0) > 0)
  .toSorted((left, right) => compareCodePoints(left.id, right.id));
for (const cases of Map.groupBy(outcomes, ({ gold }) => gold.project).values()) {
  const step = Math.max(1, Math.floor(cases.length / PER_PROJECT));
  for (const chosen of cases.filter((_, index) => index % step === 0).slice(0, PER_PROJECT))
    process.stdout.write(`${JSON.stringify(slice(chosen))}\n`);
}

/** The ranking of the first failure; which features it has is up to the program that wrote the outcomes. */
function slice({ id, gold, result }: CaseOutcome): object {
  const [first] = result?.rankings ?? [];
  const world = (first?.world ?? 'unknown') as CauseWorld;
  const all = (first?.candidates ?? []) as unknown as readonly Candidate[];
  const { ranked } = rankCandidates(all, weightsOf(world));
  const kept = ranked.slice(0, MOST_CANDIDATES);
  const right = gold.fixed_files.filter((path) => kept.some((candidate) => candidate.path === path));
  const at = kept.findIndex(({ path }) => right.includes(path));
  const candidates = kept.map(({ path, side, features }) => ({ path, side, features: held(features) }));
  return { id, project: gold.project, world, right, rank: at < 0 ? null : at + 1, candidates };
}

/** The features that hold at all. */
function held(features: Candidate['features']): object {
  return Object.fromEntries(Object.entries(features).filter(([, value]) => value !== 0));
}
