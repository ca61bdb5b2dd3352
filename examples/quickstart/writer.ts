/** One of the demo's agents, in its own process: writes frames without pause and prints each one once it is stored. */
import { contentId, openLedger, putFrame } from 'penumbra';

const [workspace = '.', agent = 'writer'] = process.argv.slice(2);
const ledger = await openLedger({ workspace });
for (let round = 1; ; round++) {
  const content = `observation ${round} by ${agent}`;
  const { frameId } = await putFrame(ledger, {
    subject: { kind: 'node', id: `src/file-${round % 10}.ts` },
    type: 'note',
    agent,
    basis: { inputs: [contentId(content)] },
    content,
  });
  process.stdout.write(`${frameId}\n`);
}
