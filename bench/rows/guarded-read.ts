// Reading a file as an agent does, resolved, enforced, opened without following a link and noted in the audit, against
// reading it by its path.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostRootsOf, openDisk } from '../../src/adapters/files/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import { createWorld, loadPolicy, openAuditTrail, shippedPolicies } from '../../src/guard/index.ts';
import { createTools, type ToolRequest } from '../../src/tools/index.ts';
import { cpuOf, repeated } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';

const PATH = 'src/rooms/file.ts';

export const guardedReadRow: Row = {
  name: 'guarded-read',
  work: 'the tool `file read`, with its audit record',
  comparedWith: 'reading the same file by its path into a text',
  budget: 8,
  goal: 4,
  sizeUnit: 'bytes',
  sizes: [1_000, 10_000, 100_000],
  // Records are written in groups of 256; each round must have its share.
  leastTimes: 1_024,
  subject: readGuarded,
  peer: readBare,
};

async function readGuarded(bytes: number): Promise<Contestant> {
  const directory = makeRepository(bytes);
  const roots = { repo: directory };
  const disk = openDisk();
  const world = createWorld({
    policy: loadPolicy(shippedPolicies.investigate),
    roots,
    disk,
    session: { id: 'bench', mode: () => 'forge', mods: [], contract: () => null, role: () => 'reader' },
  });
  const ledger = await openLedger({ workspace: directory, create: true });
  const randomness = { bytes: (count: number) => new Uint8Array(count) };
  const trail = await openAuditTrail(ledger, { randomness });
  const tools = createTools(world, { disk, hostRoots: hostRootsOf(roots), trail });
  const request: ToolRequest = { tool: 'file', command: 'read', address: `root:repo/${PATH}` };
  return {
    run: (times) =>
      cpuOf(async () => {
        for (let turn = 0; turn < times; turn++) {
          const { reply } = await tools.call(request);
          if (reply.type !== 'S') throw new Error(`the read was answered ${reply.code}`);
        }
      }),
    close: async () => {
      await trail.close();
      await ledger.store.close();
      rmSync(directory, { recursive: true });
    },
  };
}

function readBare(bytes: number): Contestant {
  const directory = makeRepository(bytes);
  const file = join(directory, PATH);
  return {
    run: repeated(() => readFileSync(file, 'utf8')),
    close: () => rmSync(directory, { recursive: true }),
  };
}

function makeRepository(bytes: number): string {
  const directory = mkdtempSync(join(tmpdir(), 'penumbra-read-'));
  mkdirSync(join(directory, 'src/rooms'), { recursive: true });
  writeFileSync(join(directory, PATH), 'const line = 1;\n'.repeat(Math.ceil(bytes / 16)).slice(0, bytes));
  return directory;
}
