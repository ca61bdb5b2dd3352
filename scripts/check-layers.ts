// Checks the imports of src in the current directory against .dependency-cruiser.mjs.
// It also fails when a source was not looked at: a parser that sees nothing finds no violations.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { VariableDeclarator } from '@swc/core';
import { Visitor } from '@swc/core/Visitor.js';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { listedFiles } from './listed-files.ts';

interface Rule {
  readonly name: string;
  readonly comment: string;
}

const root = process.cwd();
teachUsing();
const { default: config } = await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href);
const { forbidden, options } = config;
const resolveOptions = options.enhancedResolveOptions;
const { output } = await cruise(
  ['src'],
  { ...options, validate: true, ruleSet: { forbidden } },
  resolveOptions,
);
const { modules, summary } = output as ICruiseResult;

const cruised = new Set(modules.map((module) => module.source));
const listed = listedFiles({ root, folder: 'src' }).filter((file) => /[.]([cm]?[jt]s|tsx)$/.test(file));
const unseen = listed.filter((file) => !cruised.has(file));

const comments = new Map<string, string>(forbidden.map(({ name, comment }: Rule) => [name, comment]));
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

/** Lets the visitor that dependency-cruiser builds on walk over `using` declarations, which it does not know. */
function teachUsing(): void {
  const { visitStatement } = Visitor.prototype;
  Visitor.prototype.visitStatement = function (statement) {
    const { type, decls } = statement as { type: string; decls?: VariableDeclarator[] };
    if (type !== 'UsingDeclaration' || decls === undefined) return visitStatement.call(this, statement);
    this.visitVariableDeclarators(decls);
    return statement;
  };
}
