// A piece of work under a contract, from opening to the closing audit: real files, the real gate, the real audit log.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostRootsOf, openDisk } from '../../src/adapters/files/index.ts';
import {
  createWorld,
  loadPolicy,
  openAuditTrail,
  openContractStore,
  readAuditRecords,
  scopeOf,
} from '../../src/guard/index.ts';
import { createMemoryStore } from '../../src/ledger/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import { createTools } from '../../src/tools/index.ts';
import { makeFolder, writeFiles } from '../context/workspace.ts';
import { makeKeys, sampleDraft } from './contract-room.ts';

const policy = loadPolicy(`
policy: contracted
modes: [forge]
roots: { repo: { hidden: [.git] }, case: {} }
tools: { file: [read, write, delete] }
sets:
  read: { area: READ, commands: { file: read } }
  write: { area: WRITE, commands: { file: write } }
  remove: { area: DELETE, commands: { file: delete } }
visibility: { forge: { repo: always, case: always } }
operations:
  forge:
    repo:
      - allow: read
      - { allow: [write, remove], when: [has_contract, contract_covers] }
    case: [{ allow: [read, write] }]
`);

/** Makes the tools of a session with a desk and an audit log in one ledger. */
async function makeShop() {
  const ledger = { store: createMemoryStore(), clock: createFakeClock() };
  const keys = makeKeys();
  const contracts = await openContractStore({
    ledger,
    session: { id: 'session' },
    policy: policy.hash,
    signer: keys,
    verifier: keys,
    readRecords: () => readAuditRecords(ledger.store),
    baseCommit: () => null,
  });
  const trail = await openAuditTrail(ledger, { randomness: { bytes: (count) => randomBytes(count) } });
  const place = makeFolder();
  const roots = { repo: join(place.path, 'repo'), case: join(place.path, 'case') };
  for (const directory of Object.values(roots)) mkdirSync(directory);
  writeFiles(roots.repo, { 'src/a/old.ts': 'old\n', 'src/b/other.ts': 'other\n' });
  const disk = openDisk();
  const contract = () => {
    const current = contracts.current('forge');
    return current && scopeOf(current);
  };
  const session = { id: 'session', mode: () => 'forge', mods: [], contract };
  const tools = createTools(createWorld({ policy, roots, disk, session }), {
    ...{ disk, hostRoots: hostRootsOf(roots), contracts, ports: { contracts, disk }, trail },
  });
  const call = async (names: string, path: string, given?: unknown) => {
    const [tool = '', command = ''] = names.split(' ');
    const address = path === '' ? '' : `root:${path}`;
    return (await tools.call({ tool, command, address, arguments: given })).reply;
  };
  return {
    call,
    code: async (...given: Parameters<typeof call>) => (await call(...given)).code,
    clock: ledger.clock,
    repo: roots.repo,
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

const text = { text: 'new\n' };
const draft = {
  ...sampleDraft,
  operations: ['READ', 'WRITE', 'DELETE'],
  edits: [
    { path: 'src/a/new.ts', operation: 'WRITE' },
    { path: 'src/a/never.ts', operation: 'WRITE' },
    { path: 'src/a/*.ts', operation: 'DELETE' },
  ],
};

describe('with a contract for `src/a`', () => {
  test('a write to `src/b` is EN-OPEN-D-002, and closing tells declared against done', async () => {
    using shop = await makeShop();
    const { code, call, repo } = shop;
    expect(await code('file write', 'repo/src/a/new.ts', text)).toBe('EN-WRITE-D-002');
    expect(await code('contract open', '', draft)).toBe('CT-OPEN-S-001');
    expect(await code('file write', 'repo/src/b/other.ts', text)).toBe('EN-OPEN-D-002');
    expect(await code('file delete', 'repo/src/b/other.ts')).toBe('EN-OPEN-D-002');
    expect(await code('file write', 'repo/src/a/new.ts', text)).toBe('MCP-FILE-S-003');
    expect(await code('file write', 'repo/src/a/more.ts', text)).toBe('MCP-FILE-S-003');
    expect(await code('file delete', 'repo/src/a/old.ts')).toBe('MCP-FILE-S-006');
    // Another root, where no contract is asked for, is none of this one's matter.
    expect(await code('file write', 'case/note', text)).toBe('MCP-FILE-S-003');
    expect(await call('contract close', '')).toMatchObject({
      code: 'CT-CLOSE-S-001',
      data: {
        declared: draft.edits,
        done: [
          { path: 'src/a/more.ts', operation: 'WRITE', command: 'file write' },
          { path: 'src/a/new.ts', operation: 'WRITE', command: 'file write' },
          { path: 'src/a/old.ts', operation: 'DELETE', command: 'file delete' },
        ],
        undeclared: ['src/a/more.ts'],
        undone: ['src/a/never.ts'],
        refused: [{ code: 'EN-OPEN-D-002', count: 2 }],
        incomplete: 0,
      },
    });
    expect(readFileSync(join(repo, 'src/b/other.ts'), 'utf8')).toBe('other\n');
    expect(existsSync(join(repo, 'src/a/old.ts'))).toBe(false);
    expect(await code('file write', 'repo/src/a/new.ts', text)).toBe('EN-WRITE-D-002');
  });

  test('nothing is written after its time, nor in a place that only looks like it', async () => {
    using shop = await makeShop();
    const { code, clock, repo } = shop;
    await code('contract open', '', draft);
    expect(await code('file write', 'repo/src/\u0430/x.ts', text)).toBe('EN-OPEN-D-002');
    expect(await code('file write', 'repo/src/A/x.ts', text)).toBe('EN-OPEN-D-002');
    expect(await code('file write', 'repo/src/a/../b/x.ts', text)).toBe('WA-RES-I-001');
    clock.advance(8 * 3_600_000);
    expect(await code('file write', 'repo/src/a/x.ts', text)).toBe('EN-WRITE-D-002');
    clock.advance(-3_600_000);
    expect(await code('file write', 'repo/src/a/x.ts', text)).toBe('EN-WRITE-D-002');
    expect(existsSync(join(repo, 'src/a/x.ts'))).toBe(false);
    expect(await code('contract close', '')).toBe('CT-CLOSE-S-001');
  });

  test('at its largest, what is done is still on record with its paths', async () => {
    using shop = await makeShop();
    const { code, call } = shop;
    const targets = ['src/a/**', ...Array.from({ length: 99 }, (_, index) => `t${index}/${'"'.repeat(25)}`)];
    expect(await code('contract open', '', { ...draft, targets })).toBe('CT-OPEN-S-001');
    expect(await code('file write', 'repo/src/a/new.ts', text)).toBe('MCP-FILE-S-003');
    expect((await call('contract close', '')).data).toMatchObject({
      incomplete: 0,
      counts: { done: 1 },
    });
  });
});
