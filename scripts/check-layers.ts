// Checks the imports of src in the current directory against .dependency-cruiser.mjs.
// It also fails when a source was not looked at: a parser that sees nothing finds no violations.

import { cruiseSources } from './cruise-sources.ts';
import { listedFiles } from './listed-files.ts';

const { result, rules } = await cruiseSources();
const { modules, summary } = result;

const cruised = new Set(modules.map((module) => module.source));
const listed = listedFiles({ root: process.cwd(), folder: 'src' }).filter((file) =>
  /[.]([cm]?[jt]s|tsx)$/.test(file),
);
const unseen = listed.filter((file) => !cruised.has(file));

const comments = new Map(rules.map(({ name, comment }) => [name, comment]));
for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle?.map(({ name }) => name).join(' -> ') ?? to;
  const target = path === from ? '' : ` -> ${path}`;
  process.stdout.write(`${rule.name}: ${from}${target}\n  ${comments.get(rule.name)}\n`);
}
if (unseen.length > 0) {
  process.stdout.write(
    `fewer-modules-than-files: ${unseen.length} of ${listed.length} sources were not looked at, first \`${unseen[0]}\`\n` +
      '  see that the parser named in .dependency-cruiser.mjs is installed and reads TypeScript\n',
  );
}
const faults = summary.violations.length + (unseen.length > 0 ? 1 : 0);
process.stdout.write(`${listed.length - unseen.length} modules, ${faults} faults\n`);
process.exitCode = faults > 0 ? 1 : 0;
