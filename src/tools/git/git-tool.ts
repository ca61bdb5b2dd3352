/** The tool `git`: what a repository knows of its files, and changes to it that are named path by path. */
import type { ToolCommands } from '../calls/tool-command.ts';
import { blameLines } from './blame-lines.ts';
import { addChanges, commitChanges, pullCommits, pushCommits } from './change-repository.ts';
import { gitArguments } from './git-arguments.ts';
import { readDifferences, showCommit } from './read-differences.ts';
import { readLog, readStatus } from './read-log.ts';
import { namedPaths } from './visible-paths.ts';

/** The commands of `git`. */
export const gitTool: ToolCommands = {
  log: { shape: gitArguments.log, run: readLog },
  status: { shape: gitArguments.none, run: readStatus },
  diff: { shape: gitArguments.diff, further: namedPaths, run: readDifferences },
  show: { shape: gitArguments.show, run: showCommit },
  blame: { shape: gitArguments.blame, run: blameLines },
  // Without paths the place itself is staged, which may be a file that is gone.
  add: {
    shape: gitArguments.add,
    requireExists: false,
    isOnlyBase: true,
    needs: 'git',
    further: namedPaths,
    run: addChanges,
  },
  commit: {
    shape: gitArguments.commit,
    isOnlyBase: true,
    needs: 'git',
    further: namedPaths,
    run: commitChanges,
  },
  push: { shape: gitArguments.none, needs: 'git', run: pushCommits },
  pull: { shape: gitArguments.none, needs: 'git', run: pullCommits },
};
