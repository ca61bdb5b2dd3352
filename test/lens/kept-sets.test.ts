// A working set that is still in memory is not parsed again, which nobody can see by the packs.
import { expect, test } from 'vitest';
import { compilePromptPack } from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet, composeContent } from '../../src/disclosure/oracle/index.ts';
import { cursor, policy, sampleOracle } from './sample-world.ts';

test('a pack of a working set is that of its bytes, whoever holds what they were written from', async () => {
  const oracle = await sampleOracle();
  const payload = { zone: [`frame:${'d'.repeat(64)}`, 'b'], about: { z: `frame:${'e'.repeat(64)}`, a: 1 } };
  const type = {
    name: 'scan',
    cardinality: 'many',
    mediaType: 'application/json',
    disclosure: { kind: 'quotation', visibility: 'public', precision: 'unlocked', slice: 'facts' },
  } as const;
  const handle = `frame:${'c'.repeat(64)}` as never;
  const quoting = composeContent({ handle, agent: 'scan', payload }, type);
  const maskMatrix = { version: 1, consumers: { reader: { quotation: { public: 'full' } } } } as const;
  const { bytes, id, guard } = await compileWorkingSet(
    oracle,
    cursor,
    { ...policy, maskMatrix },
    { frames: [quoting] },
  );
  const compile = (written: Uint8Array) =>
    compilePromptPack({ bytes: written, id }, { consumer: 'reader', guard }).pack.bytes;
  const pack = new TextDecoder().decode(compile(bytes));
  expect(pack).toContain('"about":{"a":1,"z":"untold:1"},"zone":["untold:2","b"]');
  expect(new TextDecoder().decode(compile(Uint8Array.from(bytes)))).toBe(pack);
});
