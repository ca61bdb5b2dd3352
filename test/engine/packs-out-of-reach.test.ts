// What is withheld, and why, is for people: no module behind the agents' tools reaches what could tell it.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../src');
const IMPORTED = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.ts)'/g;
const TELLS_WITHHELD = /\b(auditEnvelope|auditWorkingSet|explainPack|explainNamedPack)\b/;

/** Returns every module that some files lead to, themselves included, by their paths in `src`. */
function reachedFrom(files: readonly string[]): readonly string[] {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED))
      visit(resolve(dirname(file), imported));
  };
  for (const file of files) visit(file);
  return [...reached].map((file) => relative(source, file));
}

function toolFiles(): readonly string[] {
  return readdirSync(join(source, 'tools'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(source, 'tools', file));
}

test('the walk over imports finds what is there to be found', () => {
  const reached = reachedFrom([join(source, 'cli/commands/pack.ts')]);
  expect(reached).toContain('commands/packs/explain-pack.ts');
  expect(reached.filter((file) => TELLS_WITHHELD.test(readFileSync(join(source, file), 'utf8')))).not.toEqual(
    [],
  );
});

test('no tool reaches packs, the lens, the oracle, or anything that tells what is withheld', () => {
  const reached = reachedFrom(toolFiles());
  expect(reached.length).toBeGreaterThan(toolFiles().length);
  expect(reached.filter((file) => /^(engine|investigation|commands|disclosure)\//.test(file))).toEqual([]);
  expect(reached.filter((file) => TELLS_WITHHELD.test(readFileSync(join(source, file), 'utf8')))).toEqual([]);
});
