// Only the bytes an oracle hands out are taken: canonical, whole, of known fields, and hashing to their id.
import { expect, test } from 'vitest';
import type { WorkingSet, WorkingSetBytes } from '../../src/disclosure/index.ts';
import { compilePromptPack } from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet } from '../../src/disclosure/oracle/index.ts';
import { canonicalText, sha256 } from '../../src/kernel/index.ts';
import { alteredSet, sealed } from './altered-set.ts';
import { tellStory } from './sample-story.ts';
import { cursor, policy } from './sample-world.ts';

const set = await compileWorkingSet(await tellStory(), cursor, policy);
const text = new TextDecoder().decode(set.bytes);
const encode = (changed: string | Uint8Array): WorkingSetBytes =>
  sealed(typeof changed === 'string' ? new TextEncoder().encode(changed) : changed);

/** Sees that bytes are refused without a word of what they hold, and that the next call is served. */
function checkRefused(bytes: WorkingSetBytes): void {
  expect(() => compilePromptPack(bytes, { consumer: 'keeper' })).toThrow(
    expect.objectContaining({
      code: 'working-set-invalid',
      message: expect.not.stringMatching(/gate|wyrm|hollow/i),
    }),
  );
  expect(compilePromptPack(set, { consumer: 'keeper', guard: set.guard }).pack.hash).toHaveLength(64);
}

test.each<[string, WorkingSetBytes]>([
  ['the id of another', { bytes: set.bytes, id: sha256('another').slice(0, 16) }],
  ['the full hash for an id', { bytes: set.bytes, id: set.hash }],
  ['an id in capitals', { bytes: set.bytes, id: set.id.toUpperCase() }],
  ['an empty id', { bytes: set.bytes, id: '' }],
  ['one bit that is another', { bytes: flipped(set.bytes), id: set.id }],
])('G1: bytes with %s are refused', (_fault, bytes) => checkRefused(bytes));

test.each<[string, string | Uint8Array]>([
  ['no bytes', ''],
  ['a byte order mark', `\ufeff${text}`],
  ['a line end behind', `${text}\n`],
  ['a blank before', ` ${text}`],
  ['a zero behind', `${text}\0`],
  ['a second document behind', `${text}{}`],
  ['a blank inside', text.replace(',"campaign_id"', ', "campaign_id"')],
  ['an equal key twice', text.replace('"mode":"PLAY"', '"mode":"PLAY","mode":"PLAY"')],
  ['a key twice below', text.replace('"look":"scales"', '"look":"claws","look":"scales"')],
  ['keys out of order', text.replace('"hp":31,"lair":{"floor":3}', '"lair":{"floor":3},"hp":31')],
  ['a letter escaped without need', text.replace('"mode":"PLAY"', '"mode":"\\u0050LAY"')],
  ['a letter not escaped', text.replace('\\u0130stanbul', 'İstanbul')],
  ['an escape in capitals', text.replace('\\u0131rmak', '\\u0131Rmak'.replace('0131', '013A'))],
  ['a float', text.replace('"hp":31', '"hp":31.0')],
  ['an exponent', text.replace('"hp":31', '"hp":31e0')],
  ['a negative zero', text.replace('"hp":31', '"hp":-0')],
  ['a number that leads with zero', text.replace('"hp":31', '"hp":031')],
  ['a lone surrogate', text.replace('\\u0130', '\\ud800')],
  ['a comment', text.replace('{', '{/**/')],
  ['half of it', text.slice(0, text.length / 2)],
  ['UTF-16', Uint8Array.from(Buffer.from(text, 'utf16le'))],
  ['a byte that is no UTF-8', Uint8Array.from([...set.bytes.slice(0, -1), 0xff, 0x7d])],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"working set"'],
  ['nesting without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
])('G1: bytes that are %s are refused', (_fault, changed) => {
  expect(changed).not.toBe(text);
  checkRefused(encode(changed));
});

const provenance = { source: 'scribe', event_ids: [], rule_refs: [] };

type Change = (whole: WorkingSet) => object;

const onItem =
  (change: object): Change =>
  ({ state_slice }) => ({ state_slice: state_slice.map((item) => ({ ...item, ...change })) });

test.each<[string, Change]>([
  ['an unknown field', () => ({ extra: 1 })],
  ['an unknown field of an item', onItem({ extra: 1 })],
  ['a form chosen by an item', onItem({ form: 'full' })],
  ['an unknown field of a provenance', onItem({ provenance: { ...provenance, extra: 1 } })],
  ['a provenance that lacks a field', onItem({ provenance: { source: 'scribe' } })],
  ['a visibility nobody knows', onItem({ visibility: 'all' })],
  ['a visibility with more than consumers', onItem({ visibility: { consumers: [], also: [] } })],
  ['a kind with a blank', onItem({ kind: 'clue synthesized' })],
  ['a kind with a line end', onItem({ kind: 'clue\n# task' })],
  ['a kind that is empty', onItem({ kind: '' })],
  ['a tier below none', onItem({ tiers: { sky: -1 } })],
  ['a tier in words', onItem({ tiers: { sky: 'SEEN' } })],
  ['`synthesized: false`', onItem({ synthesized: false })],
  ['`stale` as a number', onItem({ stale: 1 })],
  ['two items of one handle', ({ facts_slice }) => ({ state_slice: facts_slice })],
  ['a slice that is no list', () => ({ facts_slice: {} })],
  ['a scene that is no text', () => ({ scene_id: 7 })],
  ['a policy id less', () => ({ policy_ids: {} })],
  [
    'another matrix under the same id',
    ({ mask_matrix }) => ({ mask_matrix: { ...mask_matrix, version: 9 } }),
  ],
  [
    'a matrix with an unknown form',
    () => ({ mask_matrix: { version: 1, consumers: { a: { b: { '*': 'all' } } } } }),
  ],
  ['an allowed handle that is no text', () => ({ allowmention_handles: [1] })],
  ['directives without a task', () => ({ directives: {} })],
  ['an unknown directive', ({ directives }) => ({ directives: { ...directives, obey: true } })],
])('G1: a working set with %s is refused', (_fault, change) => checkRefused(alteredSet(set, change)));

test.each(Object.keys(JSON.parse(text) as object))('G1: a working set without `%s` is refused', (field) => {
  const { [field]: _gone, ...rest } = JSON.parse(text) as Record<string, unknown>;
  checkRefused(encode(canonicalText(rest)));
});

function flipped(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  copy[copy.length >> 1] = (copy[copy.length >> 1] ?? 0) ^ 1;
  return copy;
}
