/**
 * The ledger in one minute: two agents write to a workspace, a writer is killed in mid-write, the ledger recovers, and an
 * export verifies itself. `npm test` runs it.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  contentId,
  exportToFile,
  type FrameId,
  frameHistory,
  importArchive,
  type Ledger,
  openArchive,
  openLedger,
  putFrame,
  readFrames,
  validateLedger,
} from 'penumbra';

const WRITES_BEFORE_THE_CRASH = 200;
const folder = await mkdtemp(join(tmpdir(), 'penumbra-demo-'));
try {
  const workspace = join(folder, 'workspace');
  await twoAgentsWrite(await openWorkspace(workspace));
  const acknowledged = await crashInMidWrite(workspace);
  await recover(await openWorkspace(workspace), acknowledged);
  await proveTheExport(workspace);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function twoAgentsWrite(ledger: Ledger): Promise<void> {
  const subject = { kind: 'node', id: 'src/parser.ts' } as const;
  const source = 'export const parse = (text: string) => text.split(",");\n';
  const basis = { inputs: [contentId(source)] };
  const first = await putFrame(ledger, {
    subject,
    type: 'note',
    agent: 'person',
    basis,
    content: 'splits on commas',
  });
  await putFrame(ledger, {
    subject,
    type: 'note',
    agent: 'reviewer',
    basis: { inputs: [...basis.inputs, first.frameId] },
    content: 'does not respect quotes',
  });
  const history = await frameHistory(ledger, subject);
  assert.deepEqual(
    history.map(({ frame }) => frame?.agent),
    ['person', 'reviewer'],
  );
  say(
    'two agents',
    `wrote about ${subject.id}; both notes are in its history, the second rests on the first`,
  );
  await ledger.store.close();
}

async function crashInMidWrite(workspace: string): Promise<readonly FrameId[]> {
  const writer = spawn(process.execPath, [join(import.meta.dirname, 'writer.ts'), workspace, 'writer'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: FrameId[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    acknowledged.push(line as FrameId);
    if (acknowledged.length === WRITES_BEFORE_THE_CRASH) writer.kill('SIGKILL');
  }
  assert.ok(acknowledged.length >= WRITES_BEFORE_THE_CRASH);
  say('crash', `a writer was killed in mid-write after ${acknowledged.length} acknowledged frames`);
  return acknowledged;
}

async function recover(ledger: Ledger, acknowledged: readonly FrameId[]): Promise<void> {
  const frames = await readFrames(ledger.store, acknowledged);
  assert.ok(frames.every(({ frame, content }) => frame !== null && content !== null));
  const report = await validateLedger(ledger.store, { types: ledger.types });
  assert.deepEqual(report.faults, []);
  say(
    'recovery',
    `opened as it was, nothing acknowledged is missing, ${report.checked} things checked, no faults`,
  );
  await ledger.store.close();
}

async function proveTheExport(workspace: string): Promise<void> {
  const [original, copied, archive, second] = [
    await openWorkspace(workspace),
    await openWorkspace(join(folder, 'copy')),
    join(folder, 'ledger.penumbra'),
    join(folder, 'second.penumbra'),
  ];
  const { root, counts } = await exportToFile(original.store, archive);
  await importArchive(copied.store, await openArchive(archive));
  assert.equal((await exportToFile(copied.store, second)).root, root);
  assert.ok((await readFile(archive)).equals(await readFile(second)));
  say(
    'export',
    `${counts.objects} objects moved to another ledger: same root, and a second export is byte for byte the same`,
  );
  say('root', root);
  await Promise.all([original.store.close(), copied.store.close()]);
}

async function openWorkspace(workspace: string): Promise<Ledger> {
  await mkdir(workspace, { recursive: true });
  return openLedger({ workspace });
}

function say(what: string, text: string): void {
  process.stdout.write(`${what.padEnd(11)} ${text}\n`);
}
