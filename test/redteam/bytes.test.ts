// Attacks on bytes: whatever a file holds, reading it and writing it back changes nothing, or it is not told as text.

import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Reply } from '../../src/kernel/index.ts';
import { attack, type Target } from './attack.ts';

const ADDRESS = 'root:repo/desk/note.txt';

/** Calls without looking for host paths in the answer: what is read holds them, for they stand in the file. */
async function callFile(target: Target, command: string, given: unknown): Promise<Reply> {
  target.countCalls(1);
  return (await target.session.tools.call({ tool: 'file', command, address: ADDRESS, arguments: given }))
    .reply;
}

attack(
  'bytes-identity',
  'reading a text and writing it back is the identity, paths of the host in it, too',
  async (open) => {
    const target = await open();
    const file = target.at('repo/desk/note.txt');
    const piece = fc.oneof(
      fc.constantFrom(target.folder, target.at('repo'), target.at('data'), `file://${target.at('repo')}/x`),
      fc.constantFrom('root:repo', '\ufeff', '\r\n', '\r', '\n', '\ufffd', '\u2028', '$&', '\u0001'),
      fc.string({ unit: 'binary' }).map((text) => text.toWellFormed().replaceAll('\0', '')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const text = pieces.join('');
        writeFileSync(file, text);
        const read = await callFile(target, 'read', {});
        expect([read.data.text, read.data.is_binary]).toEqual([text, false]);
        await callFile(target, 'write', { text: read.data.text });
        expect(readFileSync(file, 'utf8')).toBe(text);
      }),
      { numRuns: 60 },
    );
  },
);

attack(
  'bytes-no-text',
  'bytes that no text spells are not told as text, and are read back as they are',
  async (open) => {
    const target = await open();
    const file = target.at('repo/desk/note.txt');
    const odd = ['ff', '610a ff', 'c3', '61 c3', '61 00', 'ed a0 80', 'f0 9f 98', 'ef bb bf ff'];
    for (const bytes of odd.map((hex) => Buffer.from(hex.replaceAll(' ', ''), 'hex'))) {
      writeFileSync(file, bytes);
      const { data } = (await target.call('file read', ADDRESS)).reply;
      expect([bytes, data.text, data.is_binary]).toEqual([bytes, '', true]);
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 50 }), async (bytes) => {
        writeFileSync(file, bytes);
        const { base64 } = (await callFile(target, 'read', { base64: true })).data;
        await callFile(target, 'write', { base64 });
        expect([...readFileSync(file)]).toEqual([...bytes]);
      }),
      { numRuns: 40 },
    );
  },
);

attack('bytes-differences', 'differences and lines are told as they are or not at all', async (open) => {
  const files = { 'repo/desk/a.txt': 'one\n', 'repo/desk/b.txt': 'one\n' };
  const target = await open({ files, hasContext: true });
  writeFileSync(target.at('repo/desk/a.txt'), Buffer.from('one\ncaf\xe9\n', 'latin1'));
  writeFileSync(target.at('repo/desk/b.txt'), '\ufeffcaf\u00e9\n');
  const { data } = (await target.call('git diff', 'root:repo')).reply;
  expect([data.count, data.left_out]).toEqual([2, 1]);
  expect(data.text).toContain('+\ufeffcaf\u00e9\n');
  expect(data.text).not.toMatch(/\ufffd|a\.txt/);
  const { hits } = (await target.call('search text', 'root:repo/desk/a.txt', { pattern: 'caf' })).reply.data;
  expect(hits).toEqual([{ address: 'root:repo/desk/a.txt', line: 2, text: '' }]);
});
