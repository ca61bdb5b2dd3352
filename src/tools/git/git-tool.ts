/** The tool `git`: what a repository knows of its files, and changes to it that are named path by path. */
import type { ToolCall, ToolCommands, ToolResult } from '../calls/tool-command.ts';
import { blameLines } from './blame-lines.ts';
import { addChanges, commitChanges, pullCommits, pushCommits } from './change-repository.ts';
import { gitArguments } from './git-arguments.ts';
import { readDifferences, showCommit } from './read-differences.ts';
import { readLog, readStatus } from './read-log.ts';
import { namedPaths } from './visible-paths.ts';

/** The commands of `git`. */
export const gitTool: ToolCommands = {
  log: { shape: gitArguments.log, run: inside(readLog) },
  status: { shape: gitArguments.none, run: inside(readStatus) },
  diff: { shape: gitArguments.diff, further: namedPaths, run: inside(readDifferences) },
  show: { shape: gitArguments.show, run: inside(showCommit) },
  blame: { shape: gitArguments.blame, run: inside(blameLines) },
  // Without paths the place itself is staged, which may be a file that is gone.
  add: {
    shape: gitArguments.add,
    requireExists: false,
    isOnlyBase: true,
    needs: 'git',
    further: namedPaths,
    run: inside(addChanges),
  },
  commit: {
    shape: gitArguments.commit,
    isOnlyBase: true,
    needs: 'git',
    further: namedPaths,
    run: inside(commitChanges),
  },
  push: { shape: gitArguments.none, needs: 'git', run: inside(pushCommits) },
  pull: { shape: gitArguments.none, needs: 'git', run: inside(pullCommits) },
};

/** INVARIANT (git stays inside): no command begins where git would be led out of the repository. */
function inside<Result>(run: (call: ToolCall) => Result): (call: ToolCall) => Result | ToolResult {
  return (call) => {
    const reason = call.means.git?.get(call.place.root)?.wayOut() ?? null;
    return reason === null ? run(call) : { reply: call.reply.invalid('MCP-GIT-I-006', { data: { reason } }) };
  };
}
