// Finding the recorded root that a person means.

import { expect, test } from 'vitest';
import { digestOf, makeId, type Sha256 } from '../../kernel/index.ts';
import { findRoot } from './scan-log.ts';

const rootOf = (lead: string) => makeId('content', lead.padEnd(64, '0') as Sha256);
const roots = [rootOf('abcd1'), rootOf('abcd2'), rootOf('12345'), rootOf('abcd1')];
const scans = roots.map((root, index) => ({ scan: index + 1, root, stamp: index, recordedMs: 0 }));
const whole = digestOf(rootOf('12345'));

test.each<[string, string | null]>([
  ['latest', 'abcd1'],
  ['previous', '12345'],
  ['1', 'abcd1'],
  ['#2', 'abcd2'],
  ['3', '12345'],
  ['0', null],
  ['5', null],
  ['-1', null],
  ['1.0', null],
  ['99999', null],
  ['abcd2', 'abcd2'],
  ['ABCD2', 'abcd2'],
  ['abcd1', 'abcd1'],
  ['abcd', null],
  ['abc', null],
  ['content:abcd2', 'abcd2'],
  ['tree:abcd2', 'abcd2'],
  ['frame:abcd2', null],
  [`tree:${whole}`, '12345'],
  [`${whole}0`, null],
  ['12345', '12345'],
  ['', null],
  ['constructor', null],
])('`%s` names %s', (text, lead) => {
  const find = () => findRoot(scans, text);
  if (lead === null) expect(find).toThrow(expect.objectContaining({ code: 'invalid-id' }));
  else expect(find()).toBe(rootOf(lead));
});

test('without scans nothing is named', () => {
  for (const text of ['latest', 'previous', '1', 'abcd1'])
    expect(() => findRoot([], text)).toThrow(expect.objectContaining({ code: 'invalid-id' }));
});
