/** What is no mask: each field that does not fit is named. */
import { expect, test } from 'vitest';
import { equipMask, type Mask } from '../index.ts';
import { requireMask } from './mask.ts';

const fitting = { name: 'm', description: '', validNodes: ['a'], wrap: (next: unknown) => next };

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'this is not a mask'],
  ['null', null, 'this is not a mask'],
  ['a text', 'mask-of-recall', 'this is not a mask'],
  ['an empty record', {}, '`name` needs a text of at most 64 characters'],
  ['an empty name', { ...fitting, name: '' }, '`name` needs a text'],
  ['a long name', { ...fitting, name: 'x'.repeat(65) }, '`name` needs a text'],
  ['no text of description', { ...fitting, description: 7 }, '`description` of `m` needs a text'],
  ['no nodes', { ...fitting, validNodes: undefined }, '`validNodes` of `m` needs a list of names of nodes'],
  ['a node for a list', { ...fitting, validNodes: 'a' }, '`validNodes` of `m` needs a list'],
  ['numbers for nodes', { ...fitting, validNodes: [1] }, '`validNodes` of `m` needs a list'],
  ['no side for wearers', { ...fitting, wearers: 'light' }, '`wearers` of `m` needs a mapping'],
  ['an unknown side', { ...fitting, wearers: { alignment: 'dark' } }, '`wearers` of `m` needs a mapping'],
  ['a misspelt key of wearers', { ...fitting, wearers: { alignement: 'light' } }, '`wearers` of `m` needs'],
  ['a text for restricts', { ...fitting, restricts: 'yes' }, '`restricts` of `m` needs true or false'],
  ['no wrap', { ...fitting, wrap: undefined }, '`wrap` of `m` needs a function'],
])('%s is no mask', (_what, value, message) => {
  expect(() => requireMask(value)).toThrow(message);
  const node = { name: 'a', process: () => ({ type: 't', data: {} }) };
  expect(() => equipMask(node, value as Mask)).toThrow(
    expect.objectContaining({ code: 'mask-not-valid', message: expect.stringContaining(message) }),
  );
});

test('a mask is returned as it is', () => {
  expect(requireMask(fitting)).toBe(fitting);
});
