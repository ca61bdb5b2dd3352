// Nobody asks permission: no function of the guard answers "may I?", only `enforce` denies, and what people use to read
// a policy offline is not within an agent's reach.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listedFiles } from '../../scripts/listed-files.ts';

const root = join(import.meta.dirname, '../..');
const sources = listedFiles({ root, folder: 'src/guard' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** A name that asks for permission, where it is declared, used or a property. */
const oracle =
  /\b(can|may|isAllowed|isPermitted|isGranted|isDenied|hasPermission|checkPermission|wouldAllow)(?=[A-Z(])\w*/;
const denial = /\.denied\(|-D-\d{3}/;

describe('in the guard', () => {
  test('there are sources to look at', () => {
    expect(sources.length).toBeGreaterThan(20);
  });

  test('no function is a permission oracle', () => {
    expect(sources.filter(({ text }) => oracle.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('only enforce denies', () => {
    expect(sources.filter(({ text }) => denial.test(text)).map(({ path }) => path)).toEqual([
      'src/guard/enforcement/enforce.ts',
    ]);
  });

  test('the lookups stay inside', () => {
    const door = sources.find(({ path }) => path === 'src/guard/index.ts')?.text ?? '';
    expect(door).not.toMatch(/findOperation|findVisibility|policyTables|failedConditions|mintRef|readRef/);
    expect(door).not.toMatch(/\b(const|function|let|class)\b|export \*/);
  });

  test.each(['canRead(x)', 'function isAllowedHere()', 'policy.mayWrite', 'const hasPermissionTo = 1'])(
    'the rule catches `%s`',
    (sample) => {
      expect(oracle.test(sample)).toBe(true);
    },
  );
});
