/** What the exec tool decides by, and what a run is handed: programs, the approvals of a person, the operator's command. */
import type { ApprovalChanges, ApprovalReader, DiskPlace } from '../../guard/index.ts';
import type { PinnedProgram, ProgramRunner, SandboxState } from './program-runner.ts';

/** The operator's own command line, word by word. */
export interface OperatorCommand {
  /** Tells whether some words are the operator's command, and returns the pinned program; null where they are not. */
  match(argv: readonly string[]): PinnedProgram | null;
}

/** How often the operator's command may run. */
export interface OperatorRuns {
  /** Takes one of the runs; false where none is left. */
  take(): boolean;
}

/** What the exec tool knows. */
export type ExecServices = {
  /** The programs that rules name, pinned when the tools were made. */
  readonly programs: ReadonlyMap<string, PinnedProgram>;
  /** Tells what this machine can run programs in; the first time that may take a process. */
  sandbox(): SandboxState;
  /** Where roots lie that a sandboxed program is shown, by key; a root left out is not shown. */
  readonly roots: ReadonlyMap<string, DiskPlace>;
  readonly approvals: ApprovalReader;
  readonly operator?: OperatorCommand;
};

/** What a run, or a question to a person, is handed. */
export type ExecPort = {
  readonly runner: Pick<ProgramRunner, 'run'>;
  readonly approvals: ApprovalChanges;
  readonly operator?: OperatorRuns;
};
