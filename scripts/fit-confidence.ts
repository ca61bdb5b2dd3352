// Fits the map from convergence to confidence. Reads JSON lines of {project, convergence, rank}, convergence in basis
// points and rank null where no suspect was right, and prints what belongs into src/rca/confidence/confidence-map.ts.
//
//   node scripts/fit-confidence.ts records.jsonl

import { readFileSync } from 'node:fs';
import {
  type FitRecord,
  fitConfidenceMap,
  judgeLeavingProjectsOut,
  type Reliability,
} from './fit-confidence-map.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('usage: fit-confidence.ts <file of JSON lines>\n');
  process.exit(2);
}

const records = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(readRecord);
const projects = new Set(records.map(({ project }) => project));
process.stdout.write(
  `// ${records.length} cases of ${projects.size} projects\n${JSON.stringify(fitConfidenceMap(records), null, 2)}\n`,
);
process.stderr.write(describe(judgeLeavingProjectsOut(records)));

function readRecord(line: string, index: number): FitRecord {
  const { project, convergence, rank } = JSON.parse(line);
  const isRank = rank === null || (Number.isInteger(rank) && rank >= 1);
  if (typeof project === 'string' && Number.isInteger(convergence) && isRank)
    return { project, convergence, rank };
  throw new Error(`line ${index + 1} is not {project, convergence, rank}`);
}

function describe({ cases, brier, bins }: Reliability): string {
  const rows = bins.map(
    (bin) => `  said ${bin.confidence.toFixed(3)}  was ${bin.right.toFixed(3)}  cases ${bin.cases}\n`,
  );
  return `each project predicted by the others: Brier ${brier.toFixed(4)} over ${cases} cases\n${rows.join('')}`;
}
