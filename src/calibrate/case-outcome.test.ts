// Known answers as datasets write them, and malformed ones.

import { expect, test } from 'vitest';
import { readGoldAnswer } from './case-outcome.ts';

const whole = { id: 'one', project: 'shop', language: 'java', fixed_files: ['a.java'] };

test('what is not known may be left out or null, and what is not asked for is passed over', () => {
  const text = JSON.stringify({ ...whole, kind: null, bug_inducing_commit: null, fix_commit: 'abc' });
  expect(readGoldAnswer(text)).toEqual({ ...whole, kind: null, bug_inducing_commit: null });
});

test.each([
  ['{"id":', 'not JSON'],
  ['[]', 'the answer'],
  ['null', 'the answer'],
  [JSON.stringify({ ...whole, fixed_files: 'a.java' }), 'fixed_files'],
  [JSON.stringify({ ...whole, fixed_files: [''] }), 'fixed_files.0'],
  [JSON.stringify({ ...whole, kind: 'bug' }), 'kind'],
  [JSON.stringify({ ...whole, world: 'both' }), 'world'],
  [JSON.stringify({ ...whole, bug_inducing_commit: 'HEAD' }), 'bug_inducing_commit'],
  [JSON.stringify({ ...whole, project: 7 }), 'project'],
])('%s is refused for its %s', (text, reason) => {
  expect(() => readGoldAnswer(text)).toThrow(
    expect.objectContaining({ code: 'unreadable-input', message: expect.stringContaining(reason) }),
  );
});
