/** One turn of an agent: the tools it may call in the mode its step selected, and the notes of that step. */
import { hostRootsOf } from '../../../adapters/files/index.ts';
import { createWorld } from '../../../guard/index.ts';
import { createTools, type Tools } from '../../../tools/index.ts';
import type { CaseWork } from '../case/case-work.ts';
import type { StepNotes } from '../case/step-notes.ts';

/** A turn; one that comes back too late writes to the notes of its own step, in its own mode, and to no other. */
export type Turn = {
  readonly work: CaseWork;
  readonly mode: string;
  readonly notes: StepNotes;
  readonly tools: Tools;
};

/** The mode in which nothing but the case is visible. */
const BARE_MODE = 'bare';
const ROOT = 'repo';

/** Opens a turn in a mode of the guard, or in the one that shows the case alone. */
export function openTurn(work: CaseWork, mode: string | null): Turn {
  const { setting, opened, notes } = work;
  const { policy, survey, repository } = setting;
  const guardMode = mode ?? BARE_MODE;
  const world = createWorld({
    policy,
    roots: { [ROOT]: survey.directory },
    session: {
      id: opened.record.id,
      mode: () => guardMode,
      mods: [],
      contract: () => null,
      role: () => 'reader',
    },
    disk: survey.disk,
  });
  const tools = createTools(world, {
    disk: survey.disk,
    hostRoots: hostRootsOf({ [ROOT]: survey.directory }),
    git: new Map([[ROOT, survey.git]]),
    context: new Map([[ROOT, repository.means]]),
    onCall: ({ tool, command, code }) => notes.add('tool-called', { tool, command, code }),
  });
  return { work, mode: guardMode, notes, tools };
}
