// Attacks on the way from oracle to lens: bytes and guards that were changed, swapped or made by hand, and memories that
// outlive what they were about.

import { expect } from 'vitest';
import {
  compileGuard,
  compilePromptPack,
  type PackOptions,
  packKey,
  renderPack,
} from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet } from '../../src/disclosure/oracle/index.ts';
import { sha256 } from '../../src/kernel/index.ts';
import { alteredSet, handmadeGuard } from '../lens/altered-set.ts';
import { cursor, fact, oracleWith, policy, secret } from '../lens/sample-world.ts';
import { textOf } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { harmless, locked, word } from './disguised.ts';

const door = { door: 'east' };
const narrator = { consumer: 'narrator', guard: handmadeGuard };
const everything = (compiled: ReturnType<typeof compilePromptPack>) =>
  textOf(compiled.pack.bytes) + renderPack(compiled.pack) + JSON.stringify(compiled);

const setOf = async (...facts: readonly ReturnType<typeof fact>[]) =>
  compileWorkingSet(await oracleWith([...facts, fact(harmless)]), cursor, policy);

/** Sees that a compilation is refused with a code, and that the refusal says nothing. */
function expectRefused(compile: () => unknown, code: string): void {
  expect(compile).toThrow(expect.objectContaining({ code, message: expect.not.stringContaining(word) }));
}

attack('tampered-payload', 'a locked item is given its payload back', async () => {
  const set = await setOf(secret(door, { gist: 'a door' }));
  const altered = alteredSet(set, ({ facts_slice }) => ({
    facts_slice: facts_slice.map((item) => (item.handle === 'locked:1' ? { ...item, payload: door } : item)),
  }));
  const told = everything(compilePromptPack(altered, narrator));
  expect(told).not.toContain('"door":"east"');
  expect(told).toContain('"a door"');
});

attack('tampered-list', 'an item that is not allowed is in a slice', async () => {
  const set = await setOf(fact(door));
  const gone = (item: { readonly payload?: unknown }) =>
    JSON.stringify(item.payload) === JSON.stringify(door);
  const altered = alteredSet(set, ({ facts_slice, allowmention_handles }) => ({
    allowmention_handles: allowmention_handles.filter((handle) => handle !== facts_slice.find(gone)?.handle),
  }));
  const told = everything(compilePromptPack(altered, narrator));
  expect(told).not.toContain('"door":"east"');
  expect(told).toContain(harmless);
});

attack('tampered-bytes', 'the bytes are changed and the id is not', async () => {
  const set = await setOf(secret(door));
  const { bytes } = alteredSet(set, () => ({ locked_precision_handles: [] }));
  expectRefused(() => compilePromptPack({ bytes, id: set.id }, narrator), 'working-set-invalid');
});

attack('tampered-matrix', 'the matrix is another than its id names', async () => {
  const set = await setOf(fact(door, { visibility: 'system' }));
  const altered = alteredSet(set, () => ({
    mask_matrix: { version: 1, consumers: { narrator: { '*': { '*': 'full' } } } },
  }));
  expectRefused(() => compilePromptPack(altered, narrator), 'working-set-invalid');
});

attack('tampered-handle', 'two items have one handle, one of them allowed', async () => {
  const set = await setOf(fact(door));
  const altered = alteredSet(set, ({ facts_slice }) => ({
    facts_slice: facts_slice.map((item) => ({ ...item, handle: facts_slice[0]?.handle })),
  }));
  expectRefused(() => compilePromptPack(altered, narrator), 'working-set-invalid');
});

attack('tampered-text', 'a locked name is put into an open item', async () => {
  const set = await setOf(locked);
  const altered = alteredSet(set, ({ facts_slice: [first, ...rest] }) => ({
    facts_slice: [{ ...first, payload: `by ${word}` }, ...rest],
  }));
  expectRefused(() => compilePromptPack(altered, narrator), 'leak-blocked');
});

attack('tampered-source', 'a locked name is put into the source of an open item', async () => {
  const set = await setOf(locked);
  const altered = alteredSet(set, ({ facts_slice: [first, ...rest] }) => ({
    facts_slice: [{ ...first, provenance: { source: word, event_ids: [], rule_refs: [] } }, ...rest],
  }));
  expectRefused(() => compilePromptPack(altered, narrator), 'leak-blocked');
});

attack('no-guard', 'a working set with something locked comes without a guard', async () => {
  const set = await setOf(locked);
  const style = { tone: `like ${word}` };
  for (const guard of [undefined, compileGuard([])])
    expectRefused(
      () => compilePromptPack(set, { consumer: 'narrator', style, ...(guard && { guard }) }),
      'leak-blocked',
    );
});

attack('other-guard', 'the guard is that of another working set', async () => {
  const set = await setOf(locked);
  const other = await setOf(secret({ name: 'Elliot the Green' }), fact('another clue'));
  const style = { tone: `like ${word}` };
  expectRefused(
    () => compilePromptPack(set, { consumer: 'narrator', guard: other.guard, style }),
    'leak-blocked',
  );
});

attack('fake-guard', 'something that looks like a guard finds nothing', async () => {
  const set = await setOf(locked);
  const guard = { ...set.guard, scan: () => [], scanAdjacent: () => [] };
  const style = { tone: `like ${word}` };
  expectRefused(() => compilePromptPack(set, { consumer: 'narrator', guard, style }), 'usage');
});

attack('other-pack', 'the pack of one consumer is asked for as that of another', async () => {
  const oracle = await oracleWith([fact(door, { visibility: { consumers: ['keeper'] } }), fact(harmless)]);
  const set = await compileWorkingSet(oracle, cursor, policy);
  const compile = (options: PackOptions) => compilePromptPack(set, { ...options, guard: set.guard });
  const keyOf = (options: PackOptions) => packKey(compile(options).envelope, options);
  const keeper = { consumer: 'keeper' };
  await oracle.recordPack({ key: keyOf(keeper), pack: compile(keeper).pack });
  // Under the id that the keeper knows the set by, whoever asks.
  const asKeeper = (options: PackOptions) => packKey(compile(keeper).envelope, options);
  for (const other of [{ consumer: 'player' }, { ...keeper, style: { tone: 'dry' } }])
    for (const key of [keyOf(other), asKeeper(other)]) expect(await oracle.readPack(key)).toBeNull();
  expect(textOf((await oracle.readPack(keyOf(keeper)))?.bytes ?? new Uint8Array())).toContain('"east"');
});

attack('reused-bytes', 'the bytes of a pack are written over with those of another', async () => {
  const own = (consumer: string) => fact(`for ${consumer}s`, { visibility: { consumers: [consumer] } });
  const told = { '*': { '*': 'full' } } as const;
  const maskMatrix = { version: 1, consumers: { keeper: told, player: told } };
  const set = await compileWorkingSet(await oracleWith([own('keeper'), own('player')]), cursor, {
    maskMatrix,
  });
  const packOf = (consumer: string) => compilePromptPack(set, { consumer, guard: set.guard }).pack;
  const [keeper, player] = [packOf('keeper'), packOf('player')];
  expect(keeper.bytes.length).toBe(player.bytes.length);
  expect(renderPack(keeper)).toContain('for keepers');
  keeper.bytes.set(player.bytes);
  expect(() => renderPack(keeper)).toThrow('do not hash');
  const text = renderPack({ bytes: keeper.bytes, hash: sha256(keeper.bytes) });
  expect(text).toContain('for players');
  expect(text).not.toContain('for keepers');
});
