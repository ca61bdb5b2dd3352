/**
 * What the exec tool asks of the machine: programs found once and pinned, and runs of exactly those bytes, without a
 * shell, with closed input, a bounded output and a bounded time.
 */
import type { ApprovalChanges, ApprovalReader, DiskPlace } from '../../guard/index.ts';
import type { Sha256 } from '../../kernel/index.ts';

declare const programBrand: unique symbol;

/** A program that was found and pinned; only the runner that found it can run it. */
export type PinnedProgram = { readonly [programBrand]: true; readonly sha256: Sha256 };

/** What runs: a pinned program, or the verified bytes of a script, by its first line. */
export type Runnable = { readonly program: PinnedProgram } | { readonly script: Uint8Array };

/** A directory that stays the same one while it is held; the descriptor is null where it is held by its path. */
export type HeldPlace = { readonly path: string; readonly descriptor: number | null; release(): void };

/** Holds the directory at a place; null where there is none, or a link stands on the way. */
export type HoldPlace = (place: DiskPlace) => HeldPlace | null;

/** A root that a sandboxed program sees read-only, without what is hidden in it. */
export type SeenRoot = {
  readonly key: string;
  readonly place: DiskPlace;
  /** Relative paths that are covered up. */
  readonly hidden: readonly string[];
};

/** One run. */
export type RunPlan = {
  readonly runnable: Runnable;
  readonly args: readonly string[];
  /** The directory it runs in. */
  readonly directory: DiskPlace;
  /** Whether the sandbox shows the directory and lets nothing in it be changed. */
  readonly isReadOnly: boolean;
  /** Relative paths in the directory that the sandbox covers up. */
  readonly hidden: readonly string[];
  readonly isSandboxed: boolean;
  readonly sees: readonly SeenRoot[];
  /** Names that are passed on from the environment of the program that runs this, as far as they are set. */
  readonly environment: readonly string[];
  /** Whether the program may load code from the directory it runs in; else what can be told not to, is told so. */
  readonly loadsCode: boolean;
  readonly timeoutMs: number;
  readonly outputBytes: number;
  /** Ends the run, and all that it started, before its time. */
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
  /** The directory on this host that was the run's own; what it printed may name it. */
  readonly privateDirectory: string;
};

/** Why a run did not begin. */
export type RunFault = 'program-changed' | 'no-directory' | 'no-sandbox' | 'not-started';

/** What this machine can run programs in. */
export type SandboxState =
  | { readonly kind: 'bubblewrap'; readonly version: string }
  | { readonly kind: 'none'; readonly why: string; readonly remedy: string };

/** Finds and runs programs. */
export interface ProgramRunner {
  /** Finds a program by its plain name and pins it; null where there is none, or it lies where agents write. */
  pin(name: string): PinnedProgram | null;
  sandbox(): SandboxState;
  run(plan: RunPlan): Promise<RunOutcome | RunFault>;
}

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
