/**
 * The port to programs: they are found once and pinned, and exactly those bytes are run, without a shell,
 * with closed input, limited output and limited time.
 */
import type { ApprovalChanges, ApprovalReader, DiskPlace } from '../../guard/index.ts';
import type { Sha256 } from '../../kernel/index.ts';

declare const programBrand: unique symbol;

/** A program that was found and pinned. Only the runner that found it can run it. */
export type PinnedProgram = { readonly [programBrand]: true; readonly sha256: Sha256 };

/** What to run: a pinned program, or the verified bytes of a script, by its first line. */
export type Runnable = { readonly program: PinnedProgram } | { readonly script: Uint8Array };

/** A directory that stays the same while it is held. The descriptor is null if it is held by path. */
export type HeldPlace = { readonly path: string; readonly descriptor: number | null; release(): void };

/** Holds the directory at a place; null if there is none, or the path contains a link. */
export type HoldPlace = (place: DiskPlace) => HeldPlace | null;

/** A root that a sandboxed program sees read-only, without its hidden paths. */
export type SeenRoot = {
  readonly key: string;
  readonly place: DiskPlace;
  /** Relative paths to cover up. */
  readonly hidden: readonly string[];
};

export type RunPlan = {
  readonly runnable: Runnable;
  readonly args: readonly string[];
  /** The working directory. */
  readonly directory: DiskPlace;
  /** Whether the sandbox mounts the directory read-only. */
  readonly isReadOnly: boolean;
  /** Relative paths in the directory that the sandbox covers up. */
  readonly hidden: readonly string[];
  readonly isSandboxed: boolean;
  readonly sees: readonly SeenRoot[];
  /** Names of environment variables to pass on, if they are set. */
  readonly environment: readonly string[];
  /**
   * Whether the program may load code from its working directory. If not, programs that have an option for
   * that are told not to.
   */
  readonly loadsCode: boolean;
  readonly timeoutMs: number;
  readonly outputBytes: number;
  /** Kills the run and everything it started. */
  readonly signal?: AbortSignal;
};

/** How a run ended. */
export type RunOutcome = {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly isCut: boolean;
  readonly hasTimedOut: boolean;
  /** The run's own directory on this host; the output may contain it. */
  readonly privateDirectory: string;
};

/** Why a run did not start. */
export type RunFault = 'program-changed' | 'no-directory' | 'no-sandbox' | 'not-started';

/** The sandbox available on this machine. */
export type SandboxState =
  | { readonly kind: 'bubblewrap'; readonly version: string }
  | { readonly kind: 'none'; readonly why: string; readonly remedy: string };

/** Finds and runs programs. */
export interface ProgramRunner {
  /**
   * Finds a program by its plain name and pins it; null if there is none, or agents can write to its
   * location.
   */
  pin(name: string): PinnedProgram | null;
  sandbox(): SandboxState;
  run(plan: RunPlan): Promise<RunOutcome | RunFault>;
}

/** The operator's own command line, word by word. */
export interface OperatorCommand {
  /** Returns the pinned program if the words are the operator's command, otherwise null. */
  match(argv: readonly string[]): PinnedProgram | null;
}

/** How often the operator's command may run. */
export interface OperatorRuns {
  /** Takes one of the runs; false if none is left. */
  take(): boolean;
}

/** What the exec tool knows. */
export type ExecServices = {
  /** The programs named by rules, pinned when the tools were created. */
  readonly programs: ReadonlyMap<string, PinnedProgram>;
  /** Returns the sandbox available on this machine. The first call may start a process. */
  sandbox(): SandboxState;
  /** The roots that a sandboxed program may be shown, by key. An omitted root is not shown. */
  readonly roots: ReadonlyMap<string, DiskPlace>;
  readonly approvals: ApprovalReader;
  readonly operator?: OperatorCommand;
};

/** The port for a run, or for a question to a person. */
export type ExecPort = {
  readonly runner: Pick<ProgramRunner, 'run'>;
  readonly approvals: ApprovalChanges;
  readonly operator?: OperatorRuns;
};
