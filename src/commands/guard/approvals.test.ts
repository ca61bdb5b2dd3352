/** Finding a request by its first digits. */
import { expect, test } from 'vitest';
import type { KeptApproval } from '../../guard/index.ts';
import { findApproval } from './approvals.ts';

const digits = (head: string): string => head.padEnd(64, '0');
const ids = ['aaaa1', 'aaaa2', 'bbbb'].map((head) => `approval:${digits(head)}`);
const kept = ids.map(
  (id) => ({ request: { id }, state: 'asked', signature: null }) as unknown as KeptApproval,
);

test.each([
  [`approval:${digits('aaaa1')}`, 0],
  ['approval:aaaa2', 1],
  ['aaaa2', 1],
  ['BBBB', 2],
  [digits('bbbb'), 2],
])('%s names number %i', (text, index) => {
  expect(findApproval(kept, text).request.id).toBe(ids[index]);
});

test.each([
  ['aaaa', 'is the beginning of 2 requests', 'aaaa100000000000, aaaa200000000000'],
  ['cccc', 'no request for approval is known', '--workspace'],
  ['bbb', 'is not the id', 'at least its first 4'],
  ['', 'is not the id', 'at least its first 4'],
  ['frame:bbbb', 'is not the id', 'at least its first 4'],
  [`${digits('bbbb')}0`, 'is not the id', 'at least its first 4'],
  ['bbbb\u001b[2J', 'is not the id', 'at least its first 4'],
])('%j names none: it %s', (text, message, hint) => {
  expect(() => findApproval(kept, text)).toThrow(
    expect.objectContaining({
      code: 'invalid-id',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    }),
  );
});
