/** A run as one line of a list. */

/** One run in brief; `causes` is null until it has ended. */
export type RunSummary = {
  readonly run: string;
  readonly status: string;
  readonly startedMs: number;
  readonly cases: number;
  readonly causes: number | null;
  /** The run it was forked from. */
  readonly forkOf?: string;
};
