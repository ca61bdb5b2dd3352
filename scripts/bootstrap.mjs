// The one entry of every npm script: installs what is missing, then runs the task with the project's own Node.
// Plain JavaScript without dependencies, for it runs first and on any Node from 18 on.

import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnNode } from '../bin/spawn-node.js';
import { BootstrapError, ensureInstalled, findNode } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const build = ['scripts/build.ts'];
const programs = ['scripts/ensure-programs.ts'];
const vitest = ['node_modules/vitest/vitest.mjs', 'run'];

/** Task -> commands for the own Node, in order; the last one takes the caller's arguments. */
const tasks = {
  build: [build],
  test: [build, programs, [...vitest, '--project', '!deep']],
  'test:deep': [build, programs, [...vitest, '--project', 'deep']],
  check: [['scripts/check.ts']],
  fix: [
    ['scripts/generate-reference.ts'],
    ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'],
  ],
  demo: [build, ['examples/investigate/run.ts']],
  bench: [build, ['bench/ensure-peers.ts'], ['bench/run.ts']],
  house: [build, ['scripts/house.ts']],
};

async function runTask(name, args) {
  const commands = Object.hasOwn(tasks, name ?? '') ? tasks[name] : undefined;
  if (commands === undefined) {
    throw new BootstrapError(
      `unknown task \`${name ?? ''}\``,
      `use one of: ${Object.keys(tasks).join(', ')}`,
    );
  }
  ensureInstalled(root);
  const node = findNode(root);
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const options = { cwd: root, env: { ...process.env, PATH: path } };
  for (const [index, [script, ...rest]] of commands.entries()) {
    const file = join(root, script);
    if (!existsSync(file)) throw new BootstrapError(`\`${name}\` has nothing to run`, `add \`${script}\``);
    const isLast = index === commands.length - 1;
    const code = await spawnNode(node, [file, ...rest, ...(isLast ? args : [])], options);
    if (code !== 0) return code;
  }
  return 0;
}

try {
  const [name, ...args] = process.argv.slice(2);
  process.exitCode = await runTask(name, args);
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  process.stderr.write(`error: ${error.message}\nhint: ${error.hint}\n`);
  process.exitCode = 3;
}
