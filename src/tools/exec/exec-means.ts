/** What the exec tool decides by: pinned programs, the approvals of a person, and the operator's own command. */
import type { ApprovalDesk, DiskPlace } from '../../guard/index.ts';
import type { PinnedProgram, SandboxState } from './program-runner.ts';

/** The operator's own command line, word by word, for a number of runs. */
export interface OperatorCommand {
  /** Tells whether some words are the operator's command, and returns the pinned program; null where they are not. */
  match(argv: readonly string[]): PinnedProgram | null;
  /** Takes one of the runs; false where none is left. */
  take(): boolean;
}

/** What the exec tool knows. */
export type ExecMeans = {
  /** The programs that rules name, pinned when the tools were made. */
  readonly programs: ReadonlyMap<string, PinnedProgram>;
  readonly sandbox: SandboxState;
  /** Where roots lie that a sandboxed program is shown, by key; a root left out is not shown. */
  readonly roots?: ReadonlyMap<string, DiskPlace>;
  readonly approvals?: ApprovalDesk;
  readonly operator?: OperatorCommand;
};
