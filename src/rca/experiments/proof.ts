/** What a proof is given, the progress it reports, and its result. */
import type { ChangeUnit, Observation, RunTests, StateSpace, TreeId } from './experiment.ts';
import type { Verdict } from './judge-states.ts';

/** The progress of a proof, for display. */
export type ProofProgress = {
  readonly phase: 'reproducing' | 'finding-green' | 'narrowing' | 'verifying';
  readonly trying: string;
  readonly runs: number;
  readonly left: { readonly count: number; readonly of: 'commits' | 'pieces' } | null;
  /** The run that has just ended. */
  readonly last?: { readonly what: string; readonly end: Verdict };
};

/** What to prove, and with what. */
export type ProofRequest = {
  readonly space: StateSpace;
  /** Throws `ProofStopped` when nothing more may be run. */
  readonly run: RunTests;
  /**
   * Returns what the traced run of the same tests on the working tree showed; that run was made to see which
   * code they execute. Null if there was none. Called after the first run.
   */
  readonly traced?: () => Promise<Observation | null>;
  /** The index of the test to prove the cause for. The others are reported where they end the same way. */
  readonly focus: number;
  /**
   * Other tests with the same cause. One of them replaces the focus if that cannot be selected or passes
   * alone.
   */
  readonly standIns?: readonly number[];
  readonly testPaths: readonly string[];
  /** Revisions at which the test is believed to pass, most trusted first. */
  readonly good: readonly string[];
  /** How likely a piece of a change is guilty, as a whole number above 0. */
  readonly weightOf: (unit: ChangeUnit) => number;
  /** Whether only the commit is wanted, as in a bisection. Default: the lines. */
  readonly isBisection?: boolean | undefined;
  readonly onProgress?: (progress: ProofProgress) => void;
};

/** Guilty lines, and the observations that prove it. */
export type ProvenChange = {
  readonly change: { readonly before: TreeId; readonly after: TreeId };
  readonly units: readonly ChangeUnit[];
  /** The state without the guilty lines. */
  readonly fixed: TreeId;
  readonly runs: { readonly red: number; readonly green: number };
  /** What the lines alone do to the green state. */
  readonly alone: 'red' | 'green' | 'untold';
  /** The indexes of all tests that were seen to fail with the lines and pass without them. */
  readonly explains: readonly number[];
  /** The commits that introduced the lines, newest first; null is the working tree. */
  readonly origins: readonly (string | null)[];
};

export type ProofResult = {
  readonly outcome: 'proven' | 'narrowed' | 'flaky' | 'not_reproduced' | 'no_green' | 'unfinished';
  readonly runs: number;
  /** The indexes of all tests that passed in some run. */
  readonly passed: readonly number[];
  readonly notes: readonly string[];
  readonly proven?: ProvenChange;
  /** The step at which the test turned red; null is the working tree. */
  readonly range?: { readonly green: string | null; readonly red: string | null };
  /** What remains if the change was only narrowed. */
  readonly left?: { readonly commits: readonly string[]; readonly paths: readonly string[] };
  readonly rate?: { readonly failed: number; readonly runs: number };
};

/** Thrown by `run` when nothing more may be run: the budget is spent, or the user stopped it. */
export class ProofStopped extends Error {}

/** Describes a piece of a change for display. */
export function nameUnit({ kind, path, after }: ChangeUnit): string {
  return `the change ${kind === 'hunk' ? `at ${path}:${Math.max(after.start, 1)}` : `to ${path}`}`;
}
