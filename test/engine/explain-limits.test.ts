// That an explanation says what it leaves out, from the ledger of a workspace to what is shown.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkspace, showExplanation } from '../../src/commands/workspace/index.ts';
import { explainLimits } from '../../src/context/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import { type ContentId, contentId, type FrameId } from '../../src/kernel/index.ts';
import { putFrames } from '../../src/ledger/index.ts';

type Input = ContentId | FrameId;

/** Makes a workspace of one file that is gone after the test, and a way to record notes in it. */
async function makeWorkspace() {
  const workspace = mkdtempSync(join(tmpdir(), 'penumbra-explain-'));
  writeFileSync(join(workspace, 'a.ts'), 'alpha');
  const options = { workspace, environment: {} };
  const ledger = await openLedger(options);
  onTestFinished(async () => {
    await ledger.store.close();
    rmSync(workspace, { recursive: true, force: true });
  });
  const record = async (...notes: readonly (readonly Input[])[]): Promise<readonly FrameId[]> => {
    const outcomes = await putFrames(ledger, notes.map(draftOf));
    return outcomes.map(({ frameId }) => frameId);
  };
  const explain = async (what: string) => {
    const opened = await openWorkspace({ root: workspace, environment: {}, toRead: true });
    try {
      return await showExplanation(opened, what);
    } finally {
      await opened.close();
    }
  };
  return { record, explain };
}

function draftOf(inputs: readonly Input[], index: number) {
  const subject = { kind: 'node', id: `${inputs[0]} ${index}` } as const;
  return { subject, type: 'note', agent: 'person', basis: { inputs }, content: `${index}` };
}

test('what is small is explained whole', async () => {
  const { record, explain } = await makeWorkspace();
  const [id = expect.fail()] = await record([contentId('alpha')]);
  const frame = { frameId: id, type: 'note', agent: 'person', subject: `node:${contentId('alpha')} 0` };
  expect(await explain(id)).toEqual({
    frame,
    inputs: [{ kind: 'content', id: contentId('alpha'), paths: ['a.ts'], morePaths: 0, isCurrent: true }],
    leftOut: { inputs: 0, frames: 0 },
    dependants: [],
    hasMore: false,
  });
  expect(await explain('a.ts')).toMatchObject({
    frame: { frameId: contentId('alpha'), subject: 'a.ts' },
    leftOut: { inputs: 0, frames: 0 },
    dependants: [frame],
    hasMore: false,
  });
});

test('inputs beyond the bound are counted', async () => {
  const { record, explain } = await makeWorkspace();
  const inputs = Array.from({ length: explainLimits.inputs + 3 }, (_, index) => contentId(`${index}`));
  const [id = expect.fail()] = await record(inputs);
  const { inputs: listed, leftOut } = await explain(id);
  expect([listed.length, leftOut]).toEqual([explainLimits.inputs, { inputs: 3, frames: 0 }]);
});

test('records that lie too deep are counted, and it is said which they are', async () => {
  const { record, explain } = await makeWorkspace();
  let input: Input = contentId('alpha');
  for (let level = 0; level <= explainLimits.depth; level++)
    input = (await record([input]))[0] ?? expect.fail();
  const explanation = await explain(input);
  expect(explanation.leftOut).toEqual({ inputs: 0, frames: 1 });
  expect(JSON.stringify(explanation).match(/"state":"too-deep","frame":null/g)).toHaveLength(1);
});

test('that more rests on a file than is listed is told', async () => {
  const { record, explain } = await makeWorkspace();
  const notes = Array.from({ length: explainLimits.dependants + 1 }, (_, index) => [
    contentId('alpha'),
    contentId(`${index}`),
  ]);
  await record(...notes);
  const { dependants, hasMore } = await explain('a.ts');
  expect([dependants.length, hasMore]).toEqual([explainLimits.dependants, true]);
});
