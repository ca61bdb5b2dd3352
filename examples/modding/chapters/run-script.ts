/** The fourth chapter: a script runs once, if a person approved exactly these bytes. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../ask-person.ts';
import type { Workshop } from '../build-workshop.ts';
import type { Story } from '../tell-story.ts';

const WIP = 'root:ck3raven_data/wip';
const SCRIPT = `#!/bin/sh
wc -l < notes.txt
if (echo mark > /roots/game/mark.txt) 2> /dev/null; then echo "left a mark on the game"; fi
`;
const run = { does: 'ck3_exec run', at: WIP, with: { argv: [`${WIP}/count.sh`] } };

/** Runs what a rule allows, and what a person approves. */
export async function runScript(story: Story, { roots }: Workshop, person: Person): Promise<void> {
  story.heading('A script needs a person');
  await story.call({
    does: 'ck3_exec run',
    at: WIP,
    with: { argv: ['wc', '-l', 'notes.txt'] },
    answer: 'MCP-EXEC-S-001',
    so: 'a rule of the policy names this program and how it may be called',
  });
  await story.call({
    does: 'ck3_file write',
    at: `${WIP}/count.sh`,
    with: { text: SCRIPT },
    answer: 'MCP-FILE-S-003',
    so: 'the scratch area needs no contract',
  });
  const asked = await story.call({ ...run, answer: 'EN-EXEC-D-003', so: 'nobody approved this script' });
  await approve(story, person, String(asked.data.approval_id));

  const { data } = await story.call({ ...run, answer: 'MCP-EXEC-S-001' });
  assert.deepEqual([data.exit_code, String(data.stdout).trim()], [0, '3']);
  assert.ok(!existsSync(join(roots.game ?? '', 'mark.txt')));
  const where = data.is_sandboxed
    ? 'in a sandbox, without network'
    : 'without a sandbox: this machine has none';
  story.say('the run', `counted 3 lines, ${where}`);

  const again = await story.call({ ...run, answer: 'EN-EXEC-D-003', so: 'an approval is for one run' });
  assert.notEqual(again.data.approval_id, asked.data.approval_id);
  await changeAfterApproval(story, person, String(again.data.approval_id));
}

async function changeAfterApproval(story: Story, person: Person, id: string): Promise<void> {
  await approve(story, person, id);
  await story.call({
    does: 'ck3_file edit',
    at: `${WIP}/count.sh`,
    with: { find: 'notes.txt', replace: '../playsets/active.json' },
    answer: 'MCP-FILE-S-004',
  });
  await story.call({ ...run, answer: 'EN-EXEC-D-003', so: 'these are not the bytes that were approved' });
}

async function approve(story: Story, person: Person, id: string): Promise<void> {
  const { script } = person.approve(id);
  assert.equal(script, SCRIPT);
  story.say(
    'a person',
    `reads the script and signs: penumbra approve ${id.slice(0, 'approval:'.length + 8)}…`,
  );
}
