/** What differs between two states of a workspace, as data: the smallest list that tells all of it. */

/** What became of a path. */
export type ShownChangeKind = 'added' | 'removed' | 'changed' | 'renamed';

/** One path that differs, with all below it where it came, went or moved as a whole. */
export type ShownChange = {
  readonly path: string;
  readonly change: ShownChangeKind;
  /** What stands there now, or stood there where nothing does: file, executable, directory or link. */
  readonly kind: string;
  /** What it was before, where that was of another kind. */
  readonly kindBefore?: string;
  /** The path it had before, where it was renamed. */
  readonly from?: string;
  /** The content ids; null where nothing stood or stands there. */
  readonly before: string | null;
  readonly after: string | null;
};

/** Two states of a workspace and what differs between them. */
export type ShownDiff = {
  /** The root of each state. */
  readonly before: string;
  readonly after: string;
  /** The number of the last scan that found the state. */
  readonly beforeScan: number;
  /** Null for the files as they are. */
  readonly afterScan: number | null;
  readonly changes: readonly ShownChange[];
};
