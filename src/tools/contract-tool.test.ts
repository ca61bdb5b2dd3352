/** The tool `contract`: its codes, what it shows, and that nothing is opened or ended before it is on record. */
import { describe, expect, test } from 'vitest';
import { type ContractRoom, makeContractRoom, sampleDraft } from '../../test/guard/contract-room.ts';
import { makeToolWorld } from '../../test/guard/tool-world.ts';
import { type AuditTrail, type ContractStore, scopeOf } from '../guard/index.ts';

type Given = {
  readonly room?: ContractRoom;
  readonly mode?: string | null;
  readonly store?: ContractStore;
  readonly trail?: AuditTrail;
};

/** Opens the tool with a store of contracts, both in one session. */
async function openTool({ room, mode = 'forge', store, trail }: Given = {}) {
  const place = room ?? (await makeContractRoom());
  const contracts = store ?? (await place.open());
  const world = makeToolWorld({
    session: {
      mode: () => mode,
      contract: () => {
        const current = contracts.current('forge');
        return current && scopeOf(current);
      },
    },
    means: { contracts, ports: { contracts }, trail: trail ?? place.trail },
  });
  const call = (command: string, given?: unknown) => world.call(`contract ${command}`, '', given);
  return { ...place, call, contracts, [Symbol.dispose]: () => world[Symbol.dispose]() };
}

describe('contract open', () => {
  test('opens, shows the contract, and is on record first', async () => {
    using opened = await openTool();
    const { reply } = await opened.call('open', sampleDraft);
    expect(reply).toMatchObject({
      code: 'CT-OPEN-S-001',
      meta: { layer: 'CT', tool: 'contract' },
      data: {
        contract: {
          id: opened.contracts.current('forge')?.id,
          root: 'repo',
          targets: sampleDraft.targets,
          created_ms: Date.UTC(2026, 0, 1),
          expires_ms: Date.UTC(2026, 0, 1, 8),
          base_commit: 'c0ffee',
        },
      },
    });
    expect(opened.records).toMatchObject([
      { decision: null, answer: null, intent: { targets: sampleDraft.targets } },
    ]);
  });

  test.each<[string, object, string, unknown]>([
    ['does not fit', { targets: ['../x'] }, 'CT-OPEN-I-001', { faults: [{ field: 'targets.0' }], total: 1 }],
    [
      'has a misspelt field',
      { '/srv/x': 1 },
      'CT-OPEN-I-001',
      { faults: [{ field: '', problem: 'unknown-key' }] },
    ],
    ['names an unknown root', { root: 'attic' }, 'WA-RES-I-001', { reason: 'unknown-root' }],
  ])('that %s is answered by %s', async (_name, change, code, data) => {
    using opened = await openTool();
    const { reply } = await opened.call('open', { ...sampleDraft, ...change });
    expect(reply).toMatchObject({ code, data, trace: { trace_id: 'trace', session_id: 'session' } });
    expect(JSON.stringify(reply)).not.toContain('/srv');
    expect([opened.contracts.current('forge'), await opened.entries()]).toEqual([null, []]);
  });

  test('of a root that is not seen is answered like every address there', async () => {
    using opened = await openTool({ mode: 'bare' });
    expect((await opened.call('open', sampleDraft)).reply.code).toBe('WA-RES-I-003');
    using modeless = await openTool({ mode: null });
    expect((await modeless.call('open', sampleDraft)).reply.code).toBe('WA-SYS-I-001');
  });

  test('a second time names the first, also when it has expired', async () => {
    using opened = await openTool();
    await opened.call('open', sampleDraft);
    const { id } = opened.contracts.current('forge') ?? {};
    expect((await opened.call('open', sampleDraft)).reply).toMatchObject({
      code: 'CT-OPEN-I-002',
      data: { contract: id, state: 'open' },
    });
    // Where it is known before, nothing is put on record as about to be done.
    expect(opened.records.map(({ answer }) => answer)).toEqual([null, 'CT-OPEN-I-002']);
    opened.clock.advance(9 * 3_600_000);
    expect((await opened.call('open', sampleDraft)).reply.data).toMatchObject({
      contract: id,
      state: 'expired',
    });
  });

  test('loses to another process that was faster', async () => {
    const room = await makeContractRoom();
    const other = await room.open();
    const trail = {
      ...room.trail,
      record: async (entry: Parameters<AuditTrail['record']>[0]) => {
        await other.open(sampleDraft, 'forge');
        return room.trail.record(entry);
      },
    };
    using opened = await openTool({ room, trail });
    expect((await opened.call('open', sampleDraft)).reply.code).toBe('CT-OPEN-I-002');
  });

  test('does nothing where it cannot be put on record', async () => {
    const trail = {
      note: () => undefined,
      record: () => Promise.reject(new Error('full')),
      flush: async () => {},
    };
    using opened = await openTool({ trail });
    expect((await opened.call('open', sampleDraft)).reply.code).toBe('MCP-AUDIT-E-001');
    expect(opened.contracts.current('forge')).toBeNull();
  });

  test('without the key, or with a broken ledger, fails and says nothing of why', async () => {
    const room = await makeContractRoom();
    using keyless = await openTool({ store: await room.open({ signer: null }) });
    expect((await keyless.call('open', sampleDraft)).reply).toMatchObject({
      code: 'CT-STORE-E-001',
      data: { reason: 'no-key' },
    });
    const list = () => Promise.reject(new Error('/secret/place broke'));
    using broken = await openTool({ store: { ...(await room.open()), list } });
    for (const command of ['open', 'close', 'status', 'list']) {
      const { reply, fault } = await broken.call(command, command === 'open' ? sampleDraft : undefined);
      expect([reply.code, JSON.stringify(reply).includes('secret')]).toEqual(['CT-STORE-E-001', false]);
      expect(fault).toBeInstanceOf(Error);
    }
  });
});

describe('the other commands', () => {
  test('without an open contract', async () => {
    using opened = await openTool();
    const codes = async (command: string, given?: object) => (await opened.call(command, given)).reply.code;
    expect(await codes('close')).toBe('CT-CLOSE-I-001');
    expect(await codes('cancel', { reason: 'x' })).toBe('CT-CLOSE-I-001');
    expect(await codes('status')).toBe('CT-STATUS-S-001');
    expect(await codes('list')).toBe('CT-LIST-S-001');
    expect((await opened.call('status')).reply.data).toEqual({
      contract: null,
      state: null,
      is_in_force: false,
      remaining_seconds: 0,
    });
  });

  test('status tells what remains in whole seconds, and whether it is in force', async () => {
    using opened = await openTool();
    await opened.call('open', { ...sampleDraft, expiresInMs: 60_000 });
    opened.clock.advance(1);
    expect((await opened.call('status')).reply.data).toMatchObject({
      contract: { id: opened.contracts.current('forge')?.id, plan: sampleDraft.plan },
      state: 'open',
      is_in_force: true,
      remaining_seconds: 59,
    });
    opened.clock.advance(60_000);
    expect((await opened.call('status')).reply.data).toMatchObject({
      state: 'expired',
      is_in_force: false,
      remaining_seconds: 0,
    });
  });

  test('cancel and close end it, and list tells how', async () => {
    using opened = await openTool();
    await opened.call('open', sampleDraft);
    expect((await opened.call('cancel', { reason: 'not needed' })).reply.code).toBe('CT-CANCEL-S-001');
    await opened.call('open', sampleDraft);
    const { reply, value } = await opened.call('close');
    expect(reply).toMatchObject({
      code: 'CT-CLOSE-S-001',
      data: { undone: ['src/a/parser.ts'], counts: { declared: 1, done: 0 }, is_cut: false, incomplete: 0 },
    });
    expect(value).toMatchObject({ undone: ['src/a/parser.ts'] });
    const { contracts, total } = (await opened.call('list')).reply.data;
    expect([contracts, total]).toMatchObject([[{ state: 'cancelled' }, { state: 'closed' }], 2]);
    expect(opened.records.map(({ intent }) => intent && Object.keys(intent))).toEqual([
      ['draft', 'root', 'operations', 'targets'],
      ['contract', 'reason'],
      ['draft', 'root', 'operations', 'targets'],
      ['contract'],
      null,
    ]);
  });

  test.each<[string, unknown]>([
    ['cancel', undefined],
    ['cancel', { reason: '' }],
    ['cancel', { reason: 'a\nb' }],
    ['cancel', { reason: 'x'.repeat(501) }],
    ['close', { force: true }],
    ['status', []],
    ['list', { all: true }],
  ])('%s with %j is refused for its arguments', async (command, given) => {
    using opened = await openTool();
    expect((await opened.call(command, given)).reply.code).toBe('MCP-CALL-I-001');
  });

  test('without a store say so', async () => {
    using world = makeToolWorld();
    for (const [command, given] of [
      ['open', sampleDraft],
      ['close', undefined],
      ['cancel', { reason: 'x' }],
      ['status', undefined],
      ['list', undefined],
    ] as const)
      expect((await world.call(`contract ${command}`, '', given)).reply.code).toBe('CT-STORE-I-001');
  });
});
