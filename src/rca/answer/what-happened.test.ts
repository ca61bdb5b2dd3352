// What a cause tells first: the message and difference of its failure, the change and the code of its first suspect.

import { expect, test } from 'vitest';
import { answered, causeOf } from '../../../test/support/sample-answers.ts';
import {
  base as baseBlock,
  evidence as evidenceBlock,
  priorCause,
} from '../../../test/support/sample-blocks.ts';
import type { SampleBlock } from '../../../test/support/sample-pack.ts';
import type { EvidenceBaseBlock, EvidenceBlock, PriorCauseBlock } from '../blocks/case-blocks.ts';
import type { CaseFailure } from '../case/case-record.ts';

const text = (value: string) => ({ text: value, cutBytes: 0 });
const failure = (message: string, out = ''): CaseFailure => ({
  suite: 'S',
  suitePath: [],
  name: 'a',
  kind: 'failure',
  message: text(message),
  stack: text(''),
  output: { out: text(out), err: text('') },
  environment: [],
  retries: [],
});
const payloadOf = (block: SampleBlock) => ('payload' in block ? block.payload : undefined);
const held = (path: string, parts: Partial<EvidenceBlock>) => ({
  handle: `frame:${path}`,
  block: payloadOf(evidenceBlock(path, {}, parts)) as EvidenceBlock,
});
const based = (parts: Partial<EvidenceBaseBlock>) => payloadOf(baseBlock(parts)) as EvidenceBaseBlock;
const change = {
  commit: 'abc',
  subject: 'round up',
  author: 'Ada',
  date: '2026-01-02T03:04:05Z',
  position: 2,
  files: 3,
  kind: 'modified',
  removed: [],
  added: [],
};
const code = [{ line: 3, text: 'return 0;', mark: 'added' }] as const;

function told(failures: readonly CaseFailure[], parts: Parameters<typeof answered>[1] = {}) {
  const { record } = answered('a');
  return causeOf(answered('a', { record: { ...record, failures }, ...parts }));
}

test('the first failure speaks, with what it wanted and got', () => {
  const cause = told([failure('expected 490 to be 0 // Object.is equality'), failure('other')]);
  expect(cause).toMatchObject({
    message: 'expected 490 to be 0 // Object.is equality',
    difference: { expected: '0', received: '490' },
  });
});

test('what a test printed speaks where its message says nothing', () => {
  expect(told([failure('Failed', 'the till is closed')]).message).toBe('the till is closed');
  expect(told([failure('no such till')])).not.toHaveProperty('difference');
  expect(told([]).message).toBe('');
});

test('the change and the code are those of the first suspect', () => {
  const evidence = [
    held('src/1.ts', { change: { ...change, commit: 'other' } }),
    held('src/0.ts', { change, code }),
  ];
  const cause = told([], { evidence });
  expect(cause.change).toEqual({
    commit: 'abc',
    subject: 'round up',
    author: 'Ada',
    date: '2026-01-02T03:04:05Z',
    files: 3,
  });
  expect(cause.code).toEqual({ path: 'src/0.ts', lines: code });
});

test('what is not committed has no commit; without a change or code there is none', () => {
  expect(
    told([], { evidence: [held('src/0.ts', { change: { ...change, commit: '' } })] }).change?.commit,
  ).toBe(null);
  const bare = told([], { evidence: [held('src/0.ts', {}), held('src/1.ts', { change, code })] });
  expect(bare).not.toHaveProperty('change');
  expect(bare).not.toHaveProperty('code');
});

test.each<[string, string | null, string, boolean]>([
  ['uncommitted work that still is', null, '', true],
  ['a commit that still is that of the place', 'abc', 'abc', true],
  ['a commit behind which a newer change lies', 'abc', 'def', false],
])('a recalled cause tells of its change: %s', (_, remembered, commit, isTold) => {
  const earlier = payloadOf(priorCause({ change: { commit: remembered } })) as PriorCauseBlock;
  const evidence = [held(earlier.suspects[0]?.path ?? '', { change: { ...change, commit } })];
  const cause = told([], { recalled: { frame: 'frame:1', block: earlier }, outputs: {}, evidence });
  expect('change' in cause).toBe(isTold);
  if (isTold) expect(cause.change?.commit).toBe(remembered);
});

test('the last green revision is told where it is known to be green', () => {
  const revision = { base_revision: 'fed' };
  expect(told([], { base: based({ ...revision, is_base_green: true }) }).last_green).toBe('fed');
  expect(told([], { base: based({ ...revision, is_base_green: false }) })).not.toHaveProperty('last_green');
});
