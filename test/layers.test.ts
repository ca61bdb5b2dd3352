// Sees every family of layer rules catch a violation: a copy of src with a bad import for each rule, and one check; and
// another one of the sources as they are with what has to stay possible. A check reads all of src, so there are only these.

import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const copies: string[] = [];
const config = '.dependency-cruiser.mjs';

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

/** Lays `files` over a copy of src and resolves to what the check says about it. */
async function checkCopy(files: Record<string, string>, nodeOptions: string[] = []): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'penumbra-layers-'));
  copies.push(copy);
  for (const path of ['src', 'scorecards', 'package.json', config])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  const script = join(root, 'scripts/check-layers.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [...nodeOptions, script], { cwd: copy }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

/** Rule -> files that break it, the culprit first. */
const violations: Record<string, Record<string, string>> = {
  'kernel-imports-only-its-rooms': { 'src/kernel/seed.ts': "import '../ledger/index.ts';" },
  'lens-imports-only-its-rooms': { 'src/disclosure/lens/seed.ts': "import '../../ledger/index.ts';" },
  'adapters-imports-only-its-rooms': { 'src/adapters/seed/index.ts': "import '../../court/index.ts';" },
  'engine-imports-only-its-rooms': { 'src/engine/seed.ts': "import '../investigation/index.ts';" },
  'investigation-imports-only-its-rooms': {
    'src/investigation/seed.ts': "import '../commands/index.ts';",
  },
  'cli-imports-only-its-rooms': { 'src/cli/seed.ts': "import '../engine/index.ts';" },
  'record-takes-only-types-from-kernel': { 'src/record/seed.ts': "import '../kernel/index.ts';" },
  'oracle-facts-knows-only-what-is-below': {
    'src/disclosure/oracle/facts/seed.ts': "import '../log/follow-log.ts';",
  },
  'oracle-knowledge-knows-only-what-is-below': {
    'src/disclosure/oracle/knowledge/seed.ts':
      "import type { Candidate } from '../working-set/collect-candidates.ts';",
  },
  'rooms-are-in-the-table': {
    'src/engine/seed.ts': "import '../attic/index.ts';",
    'src/attic/index.ts': 'export const attic = 1;',
  },
  'rooms-are-entered-through-index': {
    'src/ledger/seed.ts': "import '../kernel/seed.ts';",
    'src/kernel/seed.ts': 'export const seed = 1;',
  },
  'adapters-do-not-know-each-other': {
    'src/adapters/one/index.ts': "import '../two/index.ts';",
    'src/adapters/two/index.ts': 'export const two = 2;',
  },
  'only-engine-imports-adapters': {
    'src/cli/seed.ts': "import '../adapters/three/index.ts';",
    'src/adapters/three/index.ts': 'export const three = 3;',
  },
  'core-uses-no-node-built-ins': { 'src/ledger/seed.ts': "import 'node:fs';" },
  'rooms-import-only-pure-packages': { 'src/ledger/seed.ts': "import 'pg';" },
  'adapters-postgres-imports-only-its-packages': { 'src/adapters/postgres/seed.ts': "import 'commander';" },
  'no-development-packages-in-src': { 'src/engine/seed.ts': "import 'esbuild';" },
  'no-unknown-packages-in-src': { 'src/engine/seed.ts': "import 'no-such-package';" },
  'lazy-packages-come-through-own-modules': {
    'src/kernel/seed.ts': "export const yaml = () => import('yaml');",
  },
  'no-circular-imports': {
    'src/kernel/seed.ts': "import './sprout.ts';",
    'src/kernel/sprout.ts': "import './seed.ts';",
  },
  'no-orphans': { 'src/kernel/seed.ts': 'export const seed = 1;' },
};

/** Imports at the border of a rule that must stay possible. */
const allowed: Record<string, Record<string, string>> = {
  'hashing in the core': { 'src/kernel/seed.ts': "import 'node:crypto';" },
  'what adapters share of paths': {
    'src/adapters/seed/index.ts': "import '../paths/index.ts';",
  },
  'a type of kernel in record': {
    'src/record/seed.ts':
      "import type * as kernel from '../kernel/index.ts';\nexport type Kernel = typeof kernel;",
  },
  'anything in a test': {
    'src/kernel/seed.test.ts': "import 'node:fs';\nimport 'vitest';\nimport '../ledger/index.ts';",
  },
};

/** Where a parser that does not know `using` sees nothing. */
const hiddenImport = {
  'src/kernel/hidden.ts': "{\n  using file = await import('node:fs');\n}\nexport {};",
};

/** Gives every file names of its own, so that one check sees them all; the first file of each is its culprit. */
function plant(sets: Record<string, Record<string, string>>) {
  return Object.entries(sets).map(([name, files], index) => {
    const own = (text: string) => text.replaceAll('/seed', `/seed-${index}`);
    const sown = Object.entries(files).map(([path, text]) => [own(path), own(text)] as const);
    return { name, culprit: sown[0]?.[0] ?? '', files: sown };
  });
}

const forbiddenPlants = plant(violations);
const allowedPlants = plant(allowed);

const checkPlants = (plants: ReturnType<typeof plant>, more: Record<string, string> = {}) =>
  checkCopy({ ...Object.fromEntries(plants.flatMap(({ files }) => files)), ...more });

describe.concurrent('the check of layers', () => {
  const said = checkPlants(forbiddenPlants, hiddenImport);
  const saidOfAllowed = checkPlants(allowedPlants);

  test.each(forbiddenPlants)('reports $name', async ({ name, culprit }) => {
    expect(await said).toContain(`${name}: ${culprit}`);
  });

  test('sees imports inside of a `using` declaration', async () => {
    expect(await said).toContain('core-uses-no-node-built-ins: src/kernel/hidden.ts');
  });

  test.each(allowedPlants)('accepts $name', async ({ culprit }) => {
    const faults = await saidOfAllowed;
    expect(faults).toMatch(/^\d+ modules, /m);
    expect(faults).not.toContain(culprit);
  });

  test('has nothing to say about the sources as they are, nor with what is allowed beside them', async () => {
    expect(await saidOfAllowed).toMatch(/^\d+ modules, 0 faults\n$/);
  });

  test('fails when its parser is missing, for then it sees no modules and no violations', async () => {
    const hideParser = `import { registerHooks } from 'node:module';
      registerHooks({
        resolve(name, context, next) {
          if (name.startsWith('@swc/') && context.parentURL.includes('/dependency-cruiser/')) throw new Error('missing');
          return next(name, context);
        },
      });`;
    const said = await checkCopy({}, ['--import', `data:text/javascript,${encodeURIComponent(hideParser)}`]);
    expect(said).toContain('fewer-modules-than-files: ');
    expect(said).toMatch(/^0 modules, 1 faults$/m);
  });
});
