// An act on a workspace that kills itself at a given commit, before or after it; started as a process by its tests.
// usage: workspace-child.ts ROOT STORE ACT FOLDERS FILES-EACH COMMIT before|after

import { writeSync } from 'node:fs';
import { openCrashWorkspace } from './crash-workspace.ts';
import { workspaceActs } from './workspace-acts.ts';

const [root = '', address = '', name = '', folders, filesEach, commit, moment] = process.argv.slice(2);
const act = workspaceActs[name];
if (!act) throw new Error(`no act ${name}`);
let commits = 0;
const workspace = await openCrashWorkspace({ root, address }, async (_batch, proceed) => {
  const isLast = ++commits === Number(commit);
  if (isLast && moment === 'before') process.kill(process.pid, 'SIGKILL');
  const outcome = await proceed();
  if (isLast && moment === 'after') process.kill(process.pid, 'SIGKILL');
  return outcome;
});
await act.run(workspace, { folders: Number(folders), filesEach: Number(filesEach) });
await workspace.close();
writeSync(1, `${commits}`);
