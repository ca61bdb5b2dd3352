/** How far cases are driven at once. */
import type { RecordedWalkOptions } from '../../pipeline/index.ts';

/** What a drive may be told. */
export type DriveLimits = {
  readonly signal?: AbortSignal | undefined;
  /** Nodes before which every case pauses. */
  readonly pauseAt?: readonly string[] | undefined;
  /** The gate before the agents, which closes when another case of the run could not go on. */
  readonly enter: NonNullable<RecordedWalkOptions['enter']>;
};
