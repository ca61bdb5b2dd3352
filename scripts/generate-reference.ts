// Writes docs/reference and docs/images from the code, so that neither can disagree with it.
// With --check it writes nothing and fails when a page or picture is not what the code says.

import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { loadPipeline, renderSvg, resolveShipped } from '../src/pipeline/index.ts';
import { renderLeakGuard } from './false-block-page.ts';
import {
  renderBenchmarks,
  renderCommandLine,
  renderFaultCodes,
  renderLimits,
  renderReplyCodes,
  renderRunEvents,
} from './reference-pages.ts';

interface Page {
  /** The file's path in docs. */
  readonly file: string;
  render(): string | Promise<string>;
}

const pages: readonly Page[] = [
  { file: 'reference/benchmarks.md', render: renderBenchmarks },
  { file: 'reference/command-line.md', render: renderCommandLine },
  { file: 'reference/fault-codes.md', render: renderFaultCodes },
  { file: 'reference/leak-guard.md', render: renderLeakGuard },
  { file: 'reference/limits.md', render: renderLimits },
  { file: 'reference/reply-codes.md', render: renderReplyCodes },
  { file: 'reference/run-events.md', render: renderRunEvents },
  ...['court', 'rca-investigation'].map((name) => ({
    file: `images/${name}.svg`,
    render: () => renderSvg(loadPipeline(resolveShipped(name) ?? '', { source: name })),
  })),
];

const directory = join(import.meta.dirname, '../docs');
const rendered = new Map<string, string>();
for (const { file, render } of pages) rendered.set(file, await render());
const onDisk = globSync(['reference/**/*.md', 'images/**/*.svg'], { cwd: directory });
const changed = [...new Set([...rendered.keys(), ...onDisk])].filter(
  (file) => read(file) !== rendered.get(file),
);

if (process.argv.includes('--check')) {
  for (const file of changed) process.stderr.write(`docs/${file} is not what the code says\n`);
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
  mkdirSync(dirname(path), { recursive: true });
  if (text === undefined) rmSync(path);
  else writeFileSync(path, text);
}
