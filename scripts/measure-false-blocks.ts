// Measures how often the leak guard blocks what is harmless, on real projects.
// usage: node scripts/measure-false-blocks.ts CHECKOUT… [--reports DIRECTORY…] [--examples N] [--write]
// Reports of a project lie in a folder of its name below a directory of reports. With --write the figures are kept in
// scripts/false-block-figures.json, and docs/reference/leak-guard.md is written from them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Corpus, readCorpus } from './false-block-corpus.ts';
import { type FalseBlock, type Figures, measureShape } from './false-block-measure.ts';
import { leakGuardPage, type Measurement } from './false-block-page.ts';
import { shapes } from './false-block-shapes.ts';

const { values, positionals } = parseArgs({
  // A list after `--reports` is written as other commands take it; the parser wants the name before each.
  args: spreadLists(process.argv.slice(2)),
  allowPositionals: true,
  options: {
    reports: { type: 'string', multiple: true, default: [] },
    examples: { type: 'string', default: '0' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) {
  process.stderr.write(
    'usage: node scripts/measure-false-blocks.ts CHECKOUT… [--reports DIRECTORY…] [--examples N] [--only TEXT] [--write]\n',
  );
  process.exit(2);
}
const chosen = shapes.filter(({ group, name }) => `${group}: ${name}`.includes(values.only ?? ''));
const figures: Figures[] = [];
const falseBlocks: FalseBlock[] = [];
const corpora = positionals.map((checkout) => readCorpus(checkout, values.reports));
for (const corpus of corpora) await measureCorpus(corpus);
printExamples(Number(values.examples));
if (values.write) writePage();

async function measureCorpus(corpus: Corpus): Promise<void> {
  for (const shape of chosen) {
    const measured = await measureShape(corpus, shape);
    figures.push(measured.figures);
    falseBlocks.push(...measured.falseBlocks);
    const { facts, quoted, contained, blockedFalsely, refused } = measured.figures;
    process.stdout.write(
      `${corpus.project}, ${shape.group}: ${shape.name}: of ${facts} facts ${quoted} quote, ${contained} contain, ` +
        `${blockedFalsely} are blocked falsely; ${refused} packs refused\n`,
    );
  }
}

/** Prints the first examples of each cause, for whoever looks for a remedy. */
function printExamples(most: number): void {
  const byCause = Map.groupBy(falseBlocks, ({ shape, cause }) => `${shape}, ${cause}`);
  for (const [cause, blocks] of byCause) {
    for (const { project, token, excerpt } of blocks.slice(0, most))
      process.stdout.write(
        `${cause} (${blocks.length}): ${project}: ${JSON.stringify({ token, excerpt })}\n`,
      );
  }
}

function writePage(): void {
  const projects = corpora.map(({ project, revision, facts }) => ({
    project,
    revision,
    facts: facts.length,
  }));
  const measurement: Measurement = { projects, figures };
  const root = join(import.meta.dirname, '..');
  writeFileSync(join(root, 'scripts/false-block-figures.json'), `${JSON.stringify(measurement, null, 2)}\n`);
  writeFileSync(join(root, 'docs/reference/leak-guard.md'), leakGuardPage(measurement));
}

/** Repeats `--reports` before each of the directories that follow it. */
function spreadLists(words: readonly string[]): string[] {
  let isList = false;
  return words.flatMap((word) => {
    const isSwitch = word.startsWith('--');
    const spread = isList && !isSwitch ? ['--reports', word] : word === '--reports' ? [] : [word];
    isList = isSwitch ? word === '--reports' : isList;
    return spread;
  });
}
