/** What a proof is given, the progress it reports, and its result. */
import type { ChangeUnit, Observation, RunTests, StateSpace, TreeId } from './experiment.ts';
import type { Verdict } from './judge-states.ts';

/** How far a proof has come, for people. */
export type ProofProgress = {
  readonly phase: 'reproducing' | 'finding-green' | 'narrowing' | 'verifying';
  readonly trying: string;
  readonly runs: number;
  readonly left: { readonly count: number; readonly of: 'commits' | 'pieces' } | null;
  /** The run that has just ended. */
  readonly last?: { readonly what: string; readonly end: Verdict };
};

/** What is to be proven. */
export type ProofRequest = {
  readonly space: StateSpace;
  /** Throws `ProofStopped` where no more may be run. */
  readonly run: RunTests;
  /**
   * Returns what a run of the same tests on the working tree has shown that was made to see which code they run; null where
   * there was none. Asked after the first run.
   */
  readonly traced?: () => Promise<Observation | null>;
  /** Which of the tests that are run the proof is for; the others are told about where they end alike. */
  readonly focus: number;
  /** Other tests of the same cause; one of them takes its place where it cannot be selected or passes alone. */
  readonly standIns?: readonly number[];
  /** The files of the tests. */
  readonly testPaths: readonly string[];
  /** Revisions at which the test is believed to pass, the most trusted first. */
  readonly good: readonly string[];
  /** How likely a piece of a change is guilty, as a whole number above 0. */
  readonly weightOf: (unit: ChangeUnit) => number;
  /** Whether the commit is all that is looked for, as in a bisection; the lines unless told. */
  readonly isBisection?: boolean | undefined;
  readonly onProgress?: (progress: ProofProgress) => void;
};

/** Guilty lines, and how they were seen to be guilty. */
export type ProvenChange = {
  readonly change: { readonly before: TreeId; readonly after: TreeId };
  readonly units: readonly ChangeUnit[];
  /** The state without them. */
  readonly fixed: TreeId;
  readonly runs: { readonly red: number; readonly green: number };
  /** What the lines alone do to the green state. */
  readonly alone: 'red' | 'green' | 'untold';
  /** The places of all tests that were seen to fail with them and to pass without them. */
  readonly explains: readonly number[];
  /** The commits that brought them, newest first; null is the working tree. */
  readonly origins: readonly (string | null)[];
};

/** The result of a proof. */
export type ProofResult = {
  readonly outcome: 'proven' | 'narrowed' | 'flaky' | 'not_reproduced' | 'no_green' | 'unfinished';
  readonly runs: number;
  /** The places of all tests that passed in some run. */
  readonly passed: readonly number[];
  readonly notes: readonly string[];
  readonly proven?: ProvenChange;
  /** Where the test turned red; null is the working tree. */
  readonly range?: { readonly green: string | null; readonly red: string | null };
  /** What is left where it was only narrowed. */
  readonly left?: { readonly commits: readonly string[]; readonly paths: readonly string[] };
  readonly rate?: { readonly failed: number; readonly runs: number };
};

/** Thrown by whoever runs tests when no more may be run: the budget is spent, or a person stopped it. */
export class ProofStopped extends Error {}

/** Names a piece of a change for people. */
export function nameUnit({ kind, path, after }: ChangeUnit): string {
  return `the change ${kind === 'hunk' ? `at ${path}:${Math.max(after.start, 1)}` : `to ${path}`}`;
}
