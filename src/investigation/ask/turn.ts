/** One turn of an agent: the mode its step selected, that step's notes, and the tools it may call. */

import { ledgerFiles, reservedPaths } from '../../engine/index.ts';
import { createWorld } from '../../guard/index.ts';
import type { StepNotes } from '../../pipeline/index.ts';
import { createTools, type Tools } from '../../tools/index.ts';
import type { CaseWork } from './case-work.ts';

/** A turn; a late one still writes to the notes of its own step, in its own mode, and nowhere else. */
export type Turn = {
  readonly work: CaseWork;
  readonly mode: string;
  readonly notes: StepNotes;
};

/** The mode in which only the case is visible. */
const BARE_MODE = 'bare';
const ROOT = 'repo';

/** Opens a turn in a guard mode, or in the mode that shows only the case. */
export function openTurn(work: CaseWork, mode: string | null): Turn {
  return { work, mode: mode ?? BARE_MODE, notes: work.journal.notes };
}

/** Opens the tools of a turn; most turns need none. */
export function openTools({ work, mode, notes }: Turn): Tools {
  const { policy, survey, repository, trail, ledger } = work.setting;
  const roots = { [ROOT]: survey.directory };
  const world = createWorld({
    policy,
    roots,
    reserved: reservedPaths(ledgerFiles(ledger.store), roots),
    session: {
      id: work.opened.record.id,
      mode: () => mode,
      mods: [],
      contract: () => null,
      role: () => 'reader',
    },
    disk: survey.disk,
  });
  return createTools(world, {
    disk: survey.disk,
    hostRoots: survey.hostRoots(ROOT),
    git: new Map([[ROOT, survey.git]]),
    context: new Map([[ROOT, repository.means]]),
    trail,
    onCall: ({ tool, command, code }) => notes.add('tool-called', { tool, command, code }),
  });
}
