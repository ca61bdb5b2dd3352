/** The first chapter: of all installed mods, the agent sees only those in the playset, and no trace of the others. */
import assert from 'node:assert/strict';
import type { Story } from '../tell-story.ts';

/** Looks around in the mode `ck3lens`. */
export async function seePlayset(story: Story): Promise<void> {
  story.heading('What is not in the playset is not there');
  const road = await story.call({
    does: 'ck3_file read',
    at: 'mod:Better Roads/common/roads.txt',
    answer: 'MCP-FILE-S-001',
  });
  assert.equal(road.data.text, 'speed = 5\n');
  const game = await story.call({
    does: 'ck3_file get',
    at: 'ROOT_GAME:/common/roads.txt',
    answer: 'MCP-FILE-S-001',
    so: 'an old spelling is accepted, and answered in the new one',
  });
  assert.equal(game.data.resolved, 'root:game/common/roads.txt');
  await story.call({ does: 'ck3_folder mod_folders', at: 'mod:My Realm', answer: 'MCP-DIR-S-004' });
  await seeNothingElse(story);
}

async function seeNothingElse(story: Story): Promise<void> {
  const hidden = await story.call({
    does: 'ck3_file read',
    at: 'root:steam/1002/common/gold.txt',
    answer: 'WA-RES-I-003',
    so: 'installed, but not in the playset',
  });
  const absent = await story.call({
    does: 'ck3_file read',
    at: 'root:steam/9999/common/gold.txt',
    answer: 'WA-RES-I-003',
    so: 'not even installed, and the answer is the same',
  });
  assert.equal(hidden.message, absent.message);
  await story.call({ does: 'ck3_file read', at: 'mod:Golden Age/gold.txt', answer: 'WA-RES-I-001' });
  await story.call({ does: 'ck3_file read', at: 'root:user_docs/diary.txt', answer: 'WA-RES-I-003' });
  await story.call({
    does: 'ck3_file read',
    at: 'mod:My Realm/../../diary.txt',
    answer: 'WA-RES-I-001',
    so: 'no way leads out of a mod',
  });
}
