// Records a small slice of an evaluation as a regression test: the features of the candidates a few cases were told of,
// and where the right file stood. usage: node scripts/rca-slice.ts RECORDS GOLD > test/fixtures/rca-slice.jsonl
// RECORDS is what scripts/rca-eval.ts wrote. The choice is by position, so that no case is picked for its answer.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareCodePoints } from '../src/kernel/index.ts';
import { rankCandidates } from '../src/rca/index.ts';
import type { EvaluatedCase, Gold } from './rca-records.ts';

const PER_PROJECT = 3;
const [records, gold] = process.argv.slice(2);
if (records === undefined || gold === undefined) {
  process.stderr.write('usage: node scripts/rca-slice.ts RECORDS GOLD\n');
  process.exit(2);
}

type Line = EvaluatedCase & { readonly id: string; readonly project: string };

const lines = readFileSync(records, 'utf8')
  .trim()
  .split('\n')
  .map((line): Line => JSON.parse(line))
  .sort((left, right) => compareCodePoints(left.id, right.id));
for (const cases of Map.groupBy(lines, ({ project }) => project).values()) {
  const step = Math.max(1, Math.floor(cases.length / PER_PROJECT));
  for (const chosen of cases.filter((_, index) => index % step === 0).slice(0, PER_PROJECT))
    process.stdout.write(`${JSON.stringify(slice(chosen, gold))}\n`);
}

function slice({ id, project, candidates }: Line, folder: string): object {
  const { fixed_files }: Gold = JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'));
  const at = rankCandidates(candidates).ranked.findIndex(({ path }) => fixed_files.includes(path));
  const right = fixed_files.filter((file) => candidates.some(({ path }) => path === file));
  return { id, project, right, rank: at < 0 ? null : at + 1, candidates };
}
