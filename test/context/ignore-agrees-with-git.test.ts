// Which files belong to the tree: on any rules and any files, exactly those that git takes.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { git, leavesOf, listedByGit, makeFolder, scan } from './workspace.ts';

const RUNS = 120;

// Few letters, so that rules and names meet often.
const name = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[ab]{1,2}(\.[ab])?$/) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('a b', 'a ', '!a', '#a', 'a[b', 'a]', 'a-b', 'a\\b', '*', 'ä', 'a?'),
  },
);
const place = fc.array(name, { minLength: 0, maxLength: 3 }).map((names) => names.join('/'));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

const token = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'aa', 'ab', '.a', '.b', 'ä') },
  { weight: 4, arbitrary: fc.constantFrom('*', '**', '***', '?', '/', '/**/', '**/', '/**', '/*/') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '[ab]',
      '[!a]',
      '[^b]',
      '[a-b]',
      '[]a]',
      '[a',
      '[[:alpha:]]',
      '[[:no:]]',
      '[[:a]',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\\a', '\\*', '\\', '\\ ', ' ', '#', '!', '-', '[\\]a]', '[a-]', '[--b]'),
  },
);
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '!', '/', '!/'),
    fc.array(token, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('', '', '/', ' ', '\r'),
  )
  .map(([before, tokens, after]) => `${before}${tokens.join('')}${after}`);
const rules = fc.array(fc.oneof({ weight: 4, arbitrary: pattern }, { weight: 1, arbitrary: path }), {
  minLength: 1,
  maxLength: 5,
});

const sample = fc.record({
  files: fc.uniqueArray(path, { minLength: 3, maxLength: 25 }),
  links: fc.array(fc.record({ path, target: path }), { maxLength: 2 }),
  ruleFiles: fc.array(fc.record({ place, rules, hasBom: fc.boolean(), hasEnd: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  exclude: fc.option(rules),
  tracked: fc.array(fc.nat(24), { maxLength: 4 }),
});

type Sample = typeof sample extends fc.Arbitrary<infer Value> ? Value : never;

function build(folder: string, { files, links, ruleFiles, exclude, tracked }: Sample): void {
  git(folder, 'init', '--quiet');
  writeFileSync(join(folder, '.git/info/exclude'), (exclude ?? []).join('\n'));
  for (const file of files) makePath(() => writeFileSync(join(folder, file), file), folder, file);
  for (const link of links)
    makePath(() => symlinkSync(link.target, join(folder, link.path)), folder, link.path);
  for (const { place: where, rules: lines, hasBom, hasEnd } of ruleFiles) {
    const text = `${hasBom ? '\ufeff' : ''}${lines.join('\n')}${hasEnd ? '\n' : ''}`;
    const file = join(where, '.gitignore');
    makePath(() => writeFileSync(join(folder, file), text), folder, file);
  }
  for (const index of tracked) {
    const file = files[index];
    if (file !== undefined)
      makePath(() => git(folder, 'add', '--force', '--', `:(literal)${file}`), folder, file);
  }
}

/** Random paths get in each other's way; what cannot be made is not made. */
function makePath(make: () => void, folder: string, file: string): void {
  try {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    make();
  } catch {
    return;
  }
}

test('any tree under any rules holds what git lists', () => {
  fc.assert(
    fc.property(sample, (value) => {
      using folder = makeFolder();
      build(folder.path, value);
      expect(leavesOf(scan(folder.path)).toSorted()).toEqual(listedByGit(folder.path).toSorted());
    }),
    { numRuns: RUNS },
  );
});
