// A process that opens a session over a target's directories and makes calls, each between two marks that a trace shows.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '../../src/engine/index.ts';
import { loadPolicy, openGuardSession } from '../../src/guard.ts';
import { redPolicy } from './red-policy.ts';

type Call = readonly [names: string, address: string, given?: unknown];

const [, , folder = '', text = '[]'] = process.argv;
const environment = { PENUMBRA_CONFIG_DIR: join(folder, 'config') };
const ledger = await openLedger({ workspace: join(folder, 'workspace/child'), create: true, environment });
const session = await openGuardSession({
  policy: loadPolicy(redPolicy),
  roots: Object.fromEntries(['repo', 'data', 'mods'].map((key) => [key, join(folder, key)])),
  session: { id: 'child', mode: () => 'work', mods: [] },
  ledger,
  environment,
});
const call = async ([names, address, given]: Call) => {
  const [tool = '', command = ''] = names.split(' ');
  return (await session.tools.call({ tool, command, address, arguments: given })).reply;
};

// What is looked up once in a life is looked up before the first mark.
await call(['file read', 'root:repo/README.md']);
const replies: unknown[] = [];
for (const [index, one] of (JSON.parse(text) as readonly Call[]).entries()) {
  existsSync(`/begin-of-call-${index}`);
  replies.push(await call(one));
  existsSync(`/end-of-call-${index}`);
}
process.stdout.write(JSON.stringify(replies));
await session.close();
await ledger.store.close();
