// Why a record says what it says, in words and as a tree, and what is said of what the tree leaves out.
import { expect, test } from 'vitest';
import { renderExplanation, type ShownExplanation, type ShownInput } from './index.ts';

const explanation: ShownExplanation = {
  frame: { frameId: `frame:${'1'.repeat(64)}`, type: 'report', agent: 'Weaver', subject: 'case:case-1' },
  inputs: [],
  leftOut: { inputs: 0, frames: 0 },
  dependants: [],
  hasMore: false,
};

const evidence: ShownInput & { readonly kind: 'frame' } = {
  kind: 'frame',
  id: `frame:${'2'.repeat(64)}`,
  state: 'followed',
  frame: { type: 'evidence', agent: 'Seeker' },
  inputs: [],
};

const bytes: ShownInput & { readonly kind: 'content' } = {
  kind: 'content',
  id: `content:${'3'.repeat(64)}`,
  paths: ['src/cart.ts', 'copy/cart.ts'],
  morePaths: 0,
  isCurrent: true,
};

const dependant = {
  frameId: `frame:${'4'.repeat(64)}`,
  type: 'cause',
  agent: 'Judge',
  subject: 'case:a',
  restsOn: `frame:${'1'.repeat(64)}`,
  distance: 1,
};

function check(shown: Partial<ShownExplanation>, expected: readonly string[]): void {
  const [title, ...lines] = renderExplanation({ ...explanation, ...shown }, { width: 100 }).split('\n');
  expect(title).toBe('report frame:1111111111111111 by Weaver, about case:case-1');
  expect(lines).toEqual([...expected, '']);
}

/** Renders one input and returns what is said of it. */
function wordsOf(input: ShownInput): string | undefined {
  return renderExplanation({ ...explanation, inputs: [input] }, { width: 200 })
    .split('\n')[2]
    ?.slice(3);
}

test('it is a tree down to file bytes, and what rests on the record', () => {
  const outside: ShownInput = { kind: 'external', id: 'report', value: 'junit.xml\u202e' };
  check({ inputs: [{ ...evidence, inputs: [bytes, outside] }, bytes], dependants: [dependant] }, [
    'rests on 2 inputs',
    '├─ record frame:2222222222222222  evidence by Seeker',
    '│  ├─ bytes content:3333333333333333  of src/cart.ts, copy/cart.ts, still in the workspace',
    '│  └─ outside report  junit.xml\\u{202e}',
    '└─ bytes content:3333333333333333  of src/cart.ts, copy/cart.ts, still in the workspace',
    '1 record rests on it',
    '└─ frame:4444444444444444  cause by Judge, about case:a',
  ]);
});

test('where nothing is left out, nothing is said of it', () => {
  check({}, ['rests on nothing on record', 'nothing rests on it']);
});

test.each<[string, Partial<ShownExplanation>, readonly string[]]>([
  [
    'one of each',
    { leftOut: { inputs: 1, frames: 1 } },
    [
      '1 further input is not listed, because there are too many',
      '1 record is too deep to follow from here; explain it by its id',
    ],
  ],
  [
    'several inputs',
    { leftOut: { inputs: 7, frames: 0 } },
    ['7 further inputs are not listed, because there are too many'],
  ],
  [
    'several records',
    { leftOut: { inputs: 0, frames: 12 } },
    ['12 records are too deep to follow from here; explain them by their ids'],
  ],
])('what was cut is counted: %s', (_what, shown, notes) => {
  check({ inputs: [{ kind: 'external', id: 'a', value: 'b' }], ...shown }, [
    'rests on 1 input',
    '└─ outside a  b',
    ...notes,
    'nothing rests on it',
  ]);
});

test('of too many dependants it is said that there are more', () => {
  check({ dependants: [dependant, dependant], hasMore: true }, [
    'rests on nothing on record',
    'more than 2 records rest on it; the nearest are listed',
    '├─ frame:4444444444444444  cause by Judge, about case:a',
    '└─ frame:4444444444444444  cause by Judge, about case:a',
  ]);
});

test.each<[string, ShownInput, string]>([
  [
    'bytes of more files than are named',
    { ...bytes, morePaths: 1 },
    'bytes content:3333333333333333  of src/cart.ts, copy/cart.ts and 1 further file, still in the workspace',
  ],
  [
    'bytes that no file has now',
    { ...bytes, paths: [], isCurrent: false },
    'bytes content:3333333333333333, NOT in the workspace now',
  ],
  ['bytes alone', { ...bytes, paths: [], isCurrent: null }, 'bytes content:3333333333333333'],
  [
    'a file with a hostile name',
    { kind: 'node', id: 'n', path: 'a\u001bb', isCurrent: true },
    'file n  a\\u{1b}b, still in the workspace',
  ],
  [
    'a file that changed or went',
    { kind: 'node', id: 'n', path: null, isCurrent: false },
    'file n, NOT in the workspace now',
  ],
  [
    'a record met before',
    { ...evidence, state: 'repeated' },
    'record frame:2222222222222222  evidence by Seeker, shown elsewhere in this tree',
  ],
  [
    'a record too deep',
    { ...evidence, state: 'too-deep', frame: null },
    'record frame:2222222222222222, too deep to follow',
  ],
  [
    'a record that is gone',
    { ...evidence, state: 'missing', frame: null },
    'record frame:2222222222222222, MISSING from the ledger',
  ],
])('%s has its words', (_what, input, expected) => expect(wordsOf(input)).toBe(expected));

test('a chain longer than the call stack is drawn to its end', () => {
  let chain: ShownInput = { kind: 'external', id: 'end', value: 'the last' };
  for (let depth = 0; depth < 20_000; depth++) chain = { ...evidence, inputs: [chain] };
  expect(renderExplanation({ ...explanation, inputs: [chain] })).toContain('outside end  the last');
});
