/** The second chapter: an agent declares its changes in advance and is held to them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workshop } from '../build-workshop.ts';
import type { Story } from '../tell-story.ts';

const PLAYSETS = 'root:ck3raven_data/playsets';
const PATCH = '--- a\n+++ b\n@@ -1,3 +1,2 @@\n [\n-  "Better Roads",\n   "My Realm"\n';

/** Changes playsets in the mode `ck3lens`. */
export async function workUnderContract(story: Story, { roots }: Workshop): Promise<void> {
  story.heading('A change is declared first');
  await failWithoutContract(story);
  await story.call({
    does: 'contract open',
    with: {
      root: 'ck3raven_data',
      intent: 'play once without the roads',
      operations: ['WRITE'],
      targets: ['playsets/*'],
      plan: ['take the roads out', 'keep the playset with them', 'note when each was played'],
      edits: [
        { path: 'playsets/active.json', operation: 'WRITE' },
        { path: 'playsets/roads.json', operation: 'WRITE' },
        { path: 'playsets/played.txt', operation: 'WRITE' },
      ],
      author: 'lens',
    },
    answer: 'CT-OPEN-S-001',
  });
  await story.call({
    does: 'ck3_file create_patch',
    at: `${PLAYSETS}/active.json`,
    with: { patch: PATCH },
    answer: 'MCP-FILE-S-007',
  });
  const file = join(roots.ck3raven_data ?? '', 'playsets/active.json');
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), ['My Realm']);
  await renameBothEnds(story);
  await closeAndCompare(story);
}

async function failWithoutContract(story: Story): Promise<void> {
  const write = { does: 'ck3_file write', at: `${PLAYSETS}/active.json`, with: { text: '[]\n' } };
  const denied = await story.call({ ...write, answer: 'EN-WRITE-D-002', so: 'there is no contract' });
  assert.deepEqual(denied.data.failed_conditions, ['has_contract', 'contract_covers']);
  await story.call({
    ...write,
    at: 'root:game/common/roads.txt',
    answer: 'EN-WRITE-D-001',
    so: 'no contract would help: nobody writes to the game',
  });
  await story.call({
    does: 'contract open',
    with: {
      root: 'ck3raven_data',
      intent: 'keep old playsets',
      operations: ['WRITE'],
      targets: ['playsets/old/**'],
      plan: ['copy them'],
      edits: [{ path: 'playsets/old/winter.json', operation: 'WRITE' }],
      author: 'lens',
    },
    answer: 'CT-OPEN-S-001',
  });
  await story.call({ ...write, answer: 'EN-OPEN-D-002', so: 'the contract is for another place' });
  await story.call({
    does: 'contract cancel',
    with: { reason: 'the wrong folder' },
    answer: 'CT-CANCEL-S-001',
  });
}

async function renameBothEnds(story: Story): Promise<void> {
  const at = `${PLAYSETS}/draft.json`;
  await story.call({
    does: 'ck3_file write',
    at,
    with: { text: '["Better Roads", "My Realm"]\n' },
    answer: 'MCP-FILE-S-003',
  });
  await story.call({
    does: 'ck3_file rename',
    at,
    with: { to: `${PLAYSETS}/old/roads.json` },
    answer: 'EN-OPEN-D-002',
    so: 'one end is covered, the other is not',
  });
  await story.call({
    does: 'ck3_file rename',
    at,
    with: { to: `${PLAYSETS}/roads.json` },
    answer: 'MCP-FILE-S-005',
  });
  await story.call({
    does: 'ck3_file delete',
    at: 'mod:My Realm/common/old.txt',
    answer: 'EN-DELETE-D-001',
    so: 'in this mode nothing in a mod is deleted, whatever a contract says',
  });
}

/** When it closes, a contract says what was declared and what was done. */
async function closeAndCompare(story: Story): Promise<void> {
  const { data } = await story.call({ does: 'contract close', answer: 'CT-CLOSE-S-001' });
  assert.deepEqual(data.undone, ['playsets/played.txt']);
  assert.deepEqual(data.undeclared, ['playsets/draft.json']);
  assert.deepEqual(data.refused, [
    { code: 'EN-DELETE-D-001', count: 1 },
    { code: 'EN-OPEN-D-002', count: 1 },
  ]);
  story.say('declared, not done', 'playsets/played.txt');
  story.say('done, not declared', 'playsets/draft.json');
  story.say('refused meanwhile ', 'EN-DELETE-D-001, EN-OPEN-D-002');
}
