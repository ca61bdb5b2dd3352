/** Nodes and their records as data: what `get`, `list`, `head` and `history` print, for programs as it is and for people in words. */
import type { ShownStaleness } from './describe-staleness.ts';

/** A record of a node, without what it says. */
export type ListedFrame = {
  /** The path that its node has now. */
  readonly path: string;
  readonly frameId: string;
  readonly type: string;
  readonly agent: string;
  /** The path it was recorded under, a former one where the file was renamed since. */
  readonly recordedAs: string;
  /** Its place in the history of the node, 1 for the oldest. */
  readonly sequence: number;
  readonly recordedMs: number;
  readonly mediaType: string;
  /** How many bytes it says; null where they were removed by the rules. */
  readonly size: number | null;
  readonly contentId: string;
  readonly basisId: string;
  readonly fresh: boolean;
  readonly stale?: ShownStaleness;
};

/** A record of a node with what it says. */
export type ShownFrame = ListedFrame & {
  /** Text as it is, JSON as its value, other bytes as `{base64}`, and null where it was removed by the rules. */
  readonly content: unknown;
};

/** Something in a directory. */
export type ShownChild = { readonly name: string; readonly kind: string; readonly size: number };

/** What a scan saw of a path when it had changed. */
export type ShownLineage = {
  readonly scan: number;
  readonly recordedMs: number;
  readonly path: string;
  /** Null where the scan found nothing any more. */
  readonly kind: string | null;
  readonly contentId: string | null;
  readonly nodeId: string | null;
  readonly renamedFrom: string | null;
  readonly renamedTo: string | null;
};

/** A file, directory or link. */
type ShownNode = {
  readonly path: string;
  readonly kind: string;
  /** In bytes; a directory's is that of all below it. */
  readonly size: number;
  readonly nodeId: string;
  readonly contentId: string;
  readonly parent: string | null;
  readonly children: readonly ShownChild[];
  /** Covers every record the node ever had. */
  readonly frameSetRoot: string;
  readonly lineage: readonly ShownLineage[];
};

/** A node with records of a view: what `get` prints. */
export type NodeDocument = {
  readonly node: ShownNode;
  readonly frames: readonly ShownFrame[];
  /** How many there are before the bound. */
  readonly frameCount: number;
  /** The types that were made for this answer. */
  readonly produced: readonly string[];
  /** The types that were asked for and that nothing can be made of here. */
  readonly unmade: readonly string[];
};

/** What `list` prints. */
export type FramesDocument = { readonly path: string; readonly frames: readonly ListedFrame[] };

/** What `history` prints: everything oldest first. */
export type HistoryDocument = {
  readonly path: string;
  readonly frames: readonly ShownFrame[];
  /** Empty where the path is as the first scan found it, or was never scanned. */
  readonly lineage: readonly ShownLineage[];
  /** How many scans are on record. */
  readonly scans: number;
};

/** What `head` prints. */
export type HeadDocument = { readonly frame: ShownFrame | null };
