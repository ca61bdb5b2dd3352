/** How far cases are driven at once. */

/** What a drive may be told. */
export type DriveLimits = {
  readonly signal?: AbortSignal | undefined;
  /** Nodes before which every case pauses. */
  readonly pauseAt?: readonly string[] | undefined;
};
