// The other process: opens a session over a target's directories and ledger, and makes the calls it is told, all at once.

import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openLedger } from '../../src/engine/index.ts';
import { loadPolicy, openGuardSession } from '../../src/guard.ts';

interface Told {
  readonly number: number;
  readonly names: string;
  readonly address: string;
  readonly given?: unknown;
}

const [, , folder = '', id = '', policy = ''] = process.argv;
const environment = { ...process.env, PENUMBRA_CONFIG_DIR: join(folder, 'config') };
const ledger = await openLedger({ workspace: join(folder, 'workspace'), create: false, environment });
const session = await openGuardSession({
  policy: loadPolicy(policy),
  roots: Object.fromEntries(['repo', 'data', 'mods'].map((key) => [key, join(folder, key)])),
  session: { id, mode: () => 'work', mods: [] },
  ledger,
  environment,
});

async function answer({ number, names, address, given }: Told): Promise<void> {
  const [tool = '', command = ''] = names.split(' ');
  const { reply } = await session.tools.call({ tool, command, address, arguments: given });
  process.stdout.write(`${JSON.stringify({ number, code: reply.code })}\n`);
}

process.stdout.write('ready\n');
const answers: Promise<void>[] = [];
for await (const line of createInterface({ input: process.stdin }))
  answers.push(answer(JSON.parse(line) as Told));
await Promise.all(answers);
await session.close();
await ledger.store.close();
