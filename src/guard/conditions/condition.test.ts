/** Every condition, both holding and failing, and conditions that throw. */
import { describe, expect, test } from 'vitest';
import { type ConditionContext, failedConditions } from './condition.ts';
import { defineConditions } from './define-conditions.ts';

const registry = [
  { name: 'Mine', root: 'docs', path: 'mod/mine' },
  { name: 'All', root: 'whole', path: '' },
];
const contract = { root: 'docs', operations: ['WRITE' as const], targets: ['mod/mine/**'] };
const write = { tool: 'file', command: 'write', area: 'WRITE' as const, isWholeRoot: false };
const run = { tool: 'exec', command: 'run', area: 'EXEC' as const, isWholeRoot: false };
const push = { tool: 'git', command: 'push', area: 'GIT' as const, isWholeRoot: true };

type Facts = Partial<ConditionContext>;

function failedBy(text: string, facts: Facts, conditions = defineConditions()): readonly string[] {
  const bound = conditions.bind(text);
  if ('fault' in bound) throw new Error(bound.fault);
  return failedConditions([bound], {
    mode: 'work',
    root: 'docs',
    subdirectory: null,
    operation: write,
    ...facts,
  });
}

const cases: readonly [condition: string, holds: Facts[], fails: Facts[]][] = [
  ['has_contract', [{ contract }], [{}, { contract: null }]],
  [
    'contract_covers',
    [
      { contract, paths: ['mod/mine/a'] },
      { contract, paths: ['mod/mine/a', 'mod/mine/b'], operation: { ...push, isWholeRoot: false } },
      { contract: { ...contract, targets: ['**'] }, operation: push },
      { contract: { ...contract, targets: ['**'] } },
      { contract: { ...contract, operations: ['READ'] }, paths: ['mod/mine/a'], operation: null },
    ],
    [
      { paths: ['mod/mine/a'] },
      { contract },
      { contract, paths: [] },
      { contract, paths: ['mod/mine/a'], root: 'repo' },
      { contract, paths: ['mod/mine/a', 'mod/b'] },
      { contract, paths: ['mod/mine/../b'] },
      { contract, paths: ['mod/mine/a'], operation: { ...write, area: 'DELETE' } },
      { contract, paths: ['mod/mine/a'], operation: push },
      { contract, paths: ['mod/mine/a'], operation: null },
      { contract: { ...contract, operations: undefined as never }, paths: ['mod/mine/a'] },
    ],
  ],
  [
    'path_in_registry',
    [
      { registry, paths: ['mod/mine'] },
      { registry, paths: ['mod/mine/a', 'mod/mine/b'] },
      { registry, root: 'whole', paths: ['', 'x'] },
    ],
    [
      {},
      { registry },
      { registry, paths: [] },
      { registry, paths: [''] },
      { registry, paths: ['mod/mine/a', 'mod/other'] },
      { registry, paths: ['mod/minestrone'] },
      { registry, paths: ['mod/mine/a'], root: 'repo' },
    ],
  ],
  [
    'entry_in_registry',
    [{ registry, entry: 'Mine' }],
    [{ registry }, { registry, entry: 'mine' }, { entry: 'Mine' }],
  ],
  [
    'exec_allowed',
    [{ exec: { isWhitelisted: true } }, { exec: { isSigned: true } }, { exec: { isOperators: true } }],
    [{}, { exec: {} }, { exec: { isWhitelisted: 'yes' as never } }],
  ],
  [
    'command_whitelisted',
    [{ exec: { isWhitelisted: true } }],
    [{}, { exec: { isSigned: true, isOperators: true } }],
  ],
  ['exec_signed', [{ exec: { isSigned: true } }], [{}, { exec: { isWhitelisted: true, isOperators: true } }]],
  [
    'person_approves',
    [
      { person: { isSigned: true } },
      { exec: { isSigned: true }, operation: run },
      { exec: { isOperators: true }, operation: run },
    ],
    [
      {},
      { person: { approvalId: 'approval:x' } },
      { exec: { isSigned: true } },
      { exec: { isWhitelisted: true }, operation: run },
    ],
  ],
  ['mask_worn(lens)', [{ masks: ['a', 'lens'] }], [{}, { masks: ['lense'] }]],
  ['role_is(writer)', [{ role: 'writer' }], [{}, { role: null }, { role: 'reader' }, { role: '' }]],
  ['role_is(writer|synthesis)', [{ role: 'synthesis' }], [{ role: 'writer|synthesis' }]],
];

describe.each(cases)('%s', (text, holds, fails) => {
  test.each(holds)('holds with %j', (facts) => {
    expect(failedBy(text, facts)).toEqual([]);
  });

  test.each(fails)('fails with %j', (facts) => {
    expect(failedBy(text, facts)).toEqual([text]);
  });
});

test('no built-in condition is left out of these cases', () => {
  expect(new Set(cases.map(([text]) => text.replace(/\(.*/, '')))).toEqual(new Set(defineConditions().names));
});

/** A condition as a class, whose check is a method. */
class AtRoot {
  readonly name = 'at_root';
  readonly #root: string;
  constructor(root: string) {
    this.#root = root;
  }
  check({ root }: ConditionContext): boolean {
    return root === this.#root;
  }
}

describe('a registered condition', () => {
  const conditions = defineConditions([
    { name: 'breaks', check: () => JSON.parse('') },
    {
      name: 'is_odd',
      argument: 'a word',
      of:
        (word) =>
        ({ root }) =>
          root === word,
    },
    new AtRoot('docs'),
    { name: 'promises', check: (() => Promise.resolve(true)) as never },
    { name: 'nods', check: (() => 1) as never },
  ]);

  test.each([
    ['is_odd(docs)', []],
    ['is_odd(repo)', ['is_odd(repo)']],
    ['at_root', []],
    ['breaks', ['breaks']],
    ['promises', ['promises']],
    ['nods', ['nods']],
  ])('%s fails as %j', (text, failed) => {
    expect(failedBy(text, {}, conditions)).toEqual(failed);
  });

  test.each([
    ['has_contract', /defined twice/],
    ['Shouts', /misnamed/],
    ['has(brackets)', /misnamed/],
  ])('cannot be named %s', (name, refusal) => {
    expect(() => defineConditions([{ name, check: () => true }])).toThrow(refusal);
  });

  test.each<[string, object]>([
    ['neither', {}],
    ['a check of what is in brackets', { argument: 'a word', check: () => true }],
    ['both', { argument: 'a word', of: () => () => true, check: () => true }],
  ])('has a check or makes one, and not %s', (_what, given) => {
    expect(() => defineConditions([{ name: 'odd', ...given } as never])).toThrow(/either `check`/);
  });
});

test('a condition that answers by a promise does not hold, and its failure ends nothing', async () => {
  const check = (async () => {
    throw new Error('later');
  }) as unknown as () => boolean;
  const context = { mode: 'work', root: 'yard', subdirectory: null, operation: null };
  expect(failedConditions([{ name: 'slow', check }], context)).toEqual(['slow']);
  // An unhandled rejection fails the run.
  await new Promise((resolve) => setImmediate(resolve));
});
