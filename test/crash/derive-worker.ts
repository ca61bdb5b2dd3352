// A process that derives frames of a workspace; it begins when its input ends, and tells what it came to as JSON.
// usage: derive-worker.ts ROOT STORE regenerate|synthesize|produce

import { openCrashWorkspace } from './crash-workspace.ts';

const [root = '', address = '', act = ''] = process.argv.slice(2);
const workspace = await openCrashWorkspace({ root, address });
const port = workspace.as('synthesis', 'synthesis');
process.stdout.write('ready\n');
await Array.fromAsync(process.stdin);
const acts: Readonly<Record<string, () => Promise<object>>> = {
  regenerate: () => port.regenerate(),
  synthesize: () => port.synthesize({ path: '.', type: 'headline', output: 'summary', recursive: true }),
  produce: () => port.produce({ path: '.', types: ['headline'] }),
};
process.stdout.write(`${JSON.stringify(await acts[act]?.())}\n`);
await workspace.close();
