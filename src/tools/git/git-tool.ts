/** The tool `git`: what a repository knows of its files, and changes to it that are named path by path. */
import { type Annotations, READS, type Tool, type ToolCall, type ToolResult } from '../calls/tool-command.ts';
import { blameLines } from './blame-lines.ts';
import { addChanges, commitChanges, pullCommits, pushCommits } from './change-repository.ts';
import { gitArguments } from './git-arguments.ts';
import { readDifferences, showCommit } from './read-differences.ts';
import { readLog, readStatus } from './read-log.ts';
import { namedPaths } from './visible-paths.ts';

const ADDS: Annotations = { readOnly: false, destructive: false, openWorld: false };

/** The tool `git`. */
export const gitTool: Tool = {
  name: 'git',
  description: 'Reads the history of a repository, and changes it path by path.',
  commands: {
    log: {
      description: 'Lists the last commits that touched what lies at the address.',
      annotations: READS,
      shape: gitArguments.log,
      run: inside(readLog),
    },
    status: {
      description: 'Lists what differs from the last commit.',
      annotations: READS,
      shape: gitArguments.none,
      run: inside(readStatus),
    },
    diff: {
      description: 'Shows how files differ from what is staged, or from a commit.',
      annotations: READS,
      shape: gitArguments.diff,
      further: namedPaths,
      run: inside(readDifferences),
    },
    show: {
      description: 'Shows what a commit says and changed.',
      annotations: READS,
      shape: gitArguments.show,
      run: inside(showCommit),
    },
    blame: {
      description: 'Tells which commit each line of a file comes from.',
      annotations: READS,
      shape: gitArguments.blame,
      run: inside(blameLines),
    },
    // Without paths the place itself is staged, which may be a file that is gone.
    add: {
      description: 'Stages the named paths, or what lies at the address.',
      annotations: { ...ADDS, idempotent: true },
      shape: gitArguments.add,
      requireExists: false,
      isOnlyBase: true,
      needs: 'git',
      further: namedPaths,
      run: inside(addChanges),
    },
    commit: {
      description: 'Commits what is staged, if that is exactly what is named.',
      annotations: ADDS,
      shape: gitArguments.commit,
      isOnlyBase: true,
      needs: 'git',
      further: namedPaths,
      run: inside(commitChanges),
    },
    push: {
      description: 'Pushes the commit at hand to where its branch comes from.',
      annotations: { readOnly: false, destructive: false, idempotent: true },
      shape: gitArguments.none,
      needs: 'git',
      run: inside(pushCommits),
    },
    pull: {
      description: 'Goes forward to where the branch at hand stands elsewhere.',
      annotations: { readOnly: false, destructive: true },
      shape: gitArguments.none,
      needs: 'git',
      run: inside(pullCommits),
    },
  },
};

/** INVARIANT (git stays inside): no command begins where git would be led out of the repository. */
function inside<Result>(run: (call: ToolCall) => Result): (call: ToolCall) => Result | ToolResult {
  return (call) => {
    const reason = call.means.git?.get(call.place.root)?.wayOut() ?? null;
    return reason === null ? run(call) : { reply: call.reply.invalid('MCP-GIT-I-006', { data: { reason } }) };
  };
}
