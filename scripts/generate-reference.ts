// Writes docs/reference from the code, so that the reference cannot disagree with it.
// With --check it writes nothing and fails when a page is not what the code says.

import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { renderLeakGuard } from './false-block-page.ts';
import {
  renderBenchmarks,
  renderCommandLine,
  renderFaultCodes,
  renderLimits,
  renderReplyCodes,
} from './reference-pages.ts';

interface Page {
  /** The file's name in docs/reference. */
  readonly file: string;
  render(): string;
}

const pages: readonly Page[] = [
  { file: 'benchmarks.md', render: renderBenchmarks },
  { file: 'command-line.md', render: renderCommandLine },
  { file: 'fault-codes.md', render: renderFaultCodes },
  { file: 'leak-guard.md', render: renderLeakGuard },
  { file: 'limits.md', render: renderLimits },
  { file: 'reply-codes.md', render: renderReplyCodes },
];

const directory = join(import.meta.dirname, '../docs/reference');
const rendered = new Map(pages.map(({ file, render }) => [file, render()]));
const onDisk = existsSync(directory) ? globSync('**/*.md', { cwd: directory }) : [];
const changed = [...new Set([...rendered.keys(), ...onDisk])].filter(
  (file) => read(file) !== rendered.get(file),
);

if (process.argv.includes('--check')) {
  for (const file of changed) process.stderr.write(`docs/reference/${file} is not what the code says\n`);
  if (changed.length > 0) process.stderr.write('hint: run `npm run fix`\n');
  process.exitCode = changed.length > 0 ? 1 : 0;
} else {
  for (const file of changed) write(file, rendered.get(file));
}

function read(file: string): string | undefined {
  const path = join(directory, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Writes a page, or removes one that no code stands behind any more. */
function write(file: string, text: string | undefined): void {
  const path = join(directory, file);
  mkdirSync(directory, { recursive: true });
  if (text === undefined) rmSync(path);
  else writeFileSync(path, text);
}
