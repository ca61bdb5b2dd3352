// What agents may do is decided by their role: by the compiler where it can see it, and with every use at run time.

import { describe, expect, test } from 'vitest';
import type { ReaderPort, SynthesisPort } from '../../src/context/index.ts';
import { ledgerRoot } from '../../src/ledger/index.ts';
import { type LivingWorkspace, openLiving } from './living-workspace.ts';

const powers: Readonly<Record<string, (port: SynthesisPort) => Promise<unknown>>> = {
  putFrame: (port) => port.putFrame({ path: 'a.ts', type: 'note', content: 'n' }),
  invalidate: (port) => port.invalidate({ path: 'a.ts' }),
  produce: (port) => port.produce({ path: '.', types: ['sketch'] }),
  synthesize: (port) => port.synthesize({ path: '.', type: 'sketch' }),
  regenerate: (port) => port.regenerate(),
};
const allowed = { reader: 0, writer: 2, synthesis: 5 } as const;

async function openScanned(): Promise<LivingWorkspace> {
  const living = await openLiving({ files: { 'a.ts': 'export a' } });
  await living.workspace.scan();
  return living;
}

/** Holds a port as one that has all powers, as a program without types would. */
const untyped = (port: ReaderPort) => port as SynthesisPort;

describe.each(['reader', 'writer', 'synthesis'] as const)('a %s', (role) => {
  test.each(Object.keys(powers).map((name, index) => [name, index] as const))(
    'may or may not %s',
    async (name, index) => {
      await using living = await openScanned();
      const agent = await living.workspace.registerAgent({ agentId: 'agent', role });
      const before = await ledgerRoot(living.ledger.store);
      for (const port of [
        living.workspace.as(agent),
        living.workspace.as('agent'),
        living.workspace.as('agent', role),
      ]) {
        const act = powers[name]?.(untyped(port));
        if (index < allowed[role]) await act;
        else await expect(act).rejects.toMatchObject({ code: 'unauthorized' });
      }
      if (index >= allowed[role]) expect(await ledgerRoot(living.ledger.store)).toBe(before);
    },
  );

  test('may read', async () => {
    await using living = await openScanned();
    const port = living.workspace.as(await living.workspace.registerAgent({ agentId: 'agent', role }));
    expect((await port.getNode('a.ts')).node.path).toBe('a.ts');
    expect(await port.history('a.ts')).toEqual({ frames: [], lineage: [] });
    expect(await port.explain('a.ts')).toMatchObject({ path: 'a.ts', dependants: [] });
  });
});

test('a role that was claimed, taken away or never given opens nothing', async () => {
  await using living = await openScanned();
  const { workspace } = living;
  await workspace.registerAgent({ agentId: 'agent', role: 'reader' });
  expect(() => workspace.as({ agentId: 'agent', role: 'writer' })).toThrow(/is a reader/);
  expect(() => workspace.as('agent', 'synthesis')).toThrow(/is a reader/);
  for (const name of ['', 'constructor', '__proto__', 'Person', 'person ', 'sketch'])
    expect(() => workspace.as(name), name).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  await expect(workspace.registerAgent({ agentId: 'x', role: 'god' as 'reader' })).rejects.toMatchObject({
    code: 'usage',
  });
  await expect(workspace.registerAgent({ agentId: '../x', role: 'reader' })).rejects.toMatchObject({
    code: 'invalid-name',
  });
  await expect(workspace.registerAgent({ agentId: 'sketch', role: 'writer' })).rejects.toMatchObject({
    code: 'invalid-name',
  });
});

test.each(['putFrame', 'invalidate'])(
  'a writer that another process made a reader cannot %s',
  async (name) => {
    await using living = await openScanned();
    await using other = await openLiving({ folder: living.folder, store: living.ledger.store });
    const port = living.workspace.as(
      await living.workspace.registerAgent({ agentId: 'agent', role: 'writer' }),
    );
    await port.putFrame({ path: 'a.ts', type: 'note', content: 'before' });
    await other.workspace.registerAgent({ agentId: 'agent', role: 'reader' });
    const before = await ledgerRoot(living.ledger.store);
    await expect(powers[name]?.(untyped(port))).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await ledgerRoot(living.ledger.store)).toBe(before);
  },
);

test.each(['produce', 'synthesize', 'regenerate'])('nor one for synthesis %s', async (name) => {
  await using living = await openScanned();
  await using other = await openLiving({ folder: living.folder, store: living.ledger.store });
  const port = living.workspace.as('synthesis', 'synthesis');
  await port.synthesize({ path: '.', type: 'sketch' });
  await other.workspace.registerAgent({ agentId: 'synthesis', role: 'writer' });
  const before = await ledgerRoot(living.ledger.store);
  await expect(powers[name]?.(port)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await ledgerRoot(living.ledger.store)).toBe(before);
});

test('an agent that another process registered is known once it was asked for', async () => {
  await using living = await openScanned();
  await using other = await openLiving({ folder: living.folder, store: living.ledger.store });
  await other.workspace.registerAgent({ agentId: 'late', role: 'writer' });
  expect(await living.workspace.agents()).toContainEqual({ agentId: 'late', role: 'writer' });
  await living.workspace.as('late', 'writer').putFrame({ path: 'a.ts', type: 'note', content: 'n' });
});
