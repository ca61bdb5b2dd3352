/** The third chapter: in its other mode, the agent works on the tool itself and commits exactly what it names. */
import assert from 'node:assert/strict';
import { runGit, type Workshop } from '../build-workshop.ts';
import type { Story } from '../tell-story.ts';

/** Edits and commits in the mode `ck3raven-dev`. */
export async function commitWork(story: Story, { roots }: Workshop): Promise<void> {
  story.heading('Another mode, other grants');
  await story.call({
    does: 'ck3_file read',
    at: 'root:repo/.git/config',
    answer: 'WA-RES-I-003',
    so: 'git is reached only through its tool',
  });
  await commitToRepository(story);
  assert.equal(runGit(roots.repo ?? '', 'log', '-1', '--format=%s').trim(), 'Merge line by line');
  assert.equal(runGit(roots.repo ?? '', 'status', '--porcelain'), '');
  await commitToMod(story);
  assert.equal(
    runGit(roots.user_docs ?? '', 'show', '--format=', '--name-status', 'HEAD').trim(),
    'M\tmod/realm/common/buildings.txt\nD\tmod/realm/common/old.txt',
  );
}

async function commitToRepository(story: Story): Promise<void> {
  await story.call({
    does: 'contract open',
    with: {
      root: 'repo',
      intent: 'merge line by line',
      operations: ['WRITE'],
      targets: ['src/**'],
      plan: ['join with a line break'],
      edits: [{ path: 'src/merge.ts', operation: 'WRITE' }],
      author: 'raven',
    },
    answer: 'CT-OPEN-S-001',
  });
  const edit = { find: 'ours + theirs', replace: '[ours, theirs].join("\\n")' };
  await story.call({
    does: 'ck3_file edit',
    at: 'root:repo/src/merge.ts',
    with: edit,
    answer: 'MCP-FILE-S-004',
  });
  const paths = ['src/merge.ts'];
  await story.call({ does: 'ck3_git add', at: 'root:repo', with: { paths }, answer: 'MCP-GIT-S-006' });
  await story.call({
    does: 'ck3_git commit',
    at: 'root:repo',
    with: { paths, message: 'Merge line by line' },
    answer: 'MCP-GIT-S-007',
  });
  await story.call({
    does: 'ck3_git push',
    at: 'root:repo',
    answer: 'EN-OPEN-D-002',
    so: 'a push moves the whole root, which the contract does not cover',
  });
  const { data } = await story.call({ does: 'contract close', answer: 'CT-CLOSE-S-001' });
  assert.deepEqual([data.undone, data.undeclared], [[], []]);
}

/** What no contract allows in the other mode: deleting something from a mod. */
async function commitToMod(story: Story): Promise<void> {
  await story.call({
    does: 'contract open',
    with: {
      root: 'user_docs',
      intent: 'build in stone',
      operations: ['WRITE', 'DELETE'],
      targets: ['mod/realm/common/*.txt'],
      plan: ['raise the tower', 'clear out the hut', 'commit both'],
      edits: [
        { path: 'mod/realm/common/buildings.txt', operation: 'WRITE' },
        { path: 'mod/realm/common/old.txt', operation: 'DELETE' },
      ],
      author: 'raven',
    },
    answer: 'CT-OPEN-S-001',
  });
  await story.call({
    does: 'ck3_file edit',
    at: 'mod:My Realm/common/buildings.txt',
    with: { find: 'tower = 2', replace: 'tower = 5' },
    answer: 'MCP-FILE-S-004',
  });
  await story.call({
    does: 'ck3_file delete',
    at: 'mod:My Realm/common/old.txt',
    answer: 'MCP-FILE-S-006',
  });
  const at = 'mod:My Realm';
  const paths = ['common/buildings.txt', 'common/old.txt'];
  await story.call({ does: 'ck3_git add', at, with: { paths }, answer: 'MCP-GIT-S-006' });
  const message = 'Build in stone';
  await story.call({ does: 'ck3_git commit', at, with: { paths, message }, answer: 'MCP-GIT-S-007' });
  await story.call({ does: 'contract close', answer: 'CT-CLOSE-S-001' });
}
