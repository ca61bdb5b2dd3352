/** An explanation as data: what a record rests on and what rests on it, for programs as it is and for people in words. */
import type { ShownLineage } from './context/shown-node.ts';

/** Bytes of files, and where the workspace has them. */
type ShownContent = {
  readonly kind: 'content';
  readonly id: string;
  readonly paths: readonly string[];
  /** How many further places have these bytes. */
  readonly morePaths: number;
  /** Whether the workspace has them now; null where that was not looked at. */
  readonly isCurrent: boolean | null;
};

/** A file together with its place. */
type ShownNode = {
  readonly kind: 'node';
  readonly id: string;
  /** Where it is; null where the workspace has no such file now. */
  readonly path: string | null;
  /** Whether the workspace has it now; null where that was not looked at. */
  readonly isCurrent: boolean | null;
};

/** Something outside workspace and ledger, such as a commit. */
type ShownExternal = { readonly kind: 'external'; readonly id: string; readonly value: string };

/** Another record. */
type ShownFrame = {
  readonly kind: 'frame';
  readonly id: string;
  /** Only what is `followed` has its inputs here; what is `repeated` has them where it was met first. */
  readonly state: 'followed' | 'repeated' | 'too-deep' | 'missing';
  /** Null where it was not read or is not there. */
  readonly frame: { readonly type: string; readonly agent: string } | null;
  readonly inputs: readonly ShownInput[];
};

/** Something a record was made from. */
export type ShownInput = ShownContent | ShownNode | ShownExternal | ShownFrame;

/** A record in a few words. */
export type ShownRecord = {
  readonly frameId: string;
  readonly type: string;
  readonly agent: string;
  readonly subject: string;
};

/** A record that rests on what is explained. */
export type ShownDependant = ShownRecord & {
  /** What of it names it: the record or bytes that are explained, or a dependant nearer to them. */
  readonly restsOn: string;
  /** How many steps it is away, 1 for the nearest. */
  readonly distance: number;
};

/** A record or a file, what it rests on, what rests on it, and how much of both is not listed. */
export type ShownExplanation = {
  readonly frame: ShownRecord;
  readonly inputs: readonly ShownInput[];
  /** How many inputs are not listed, and how many records are named but not followed. */
  readonly leftOut: { readonly inputs: number; readonly frames: number };
  readonly dependants: readonly ShownDependant[];
  /** Whether more rests on it than is listed. */
  readonly hasMore: boolean;
  /** Of a file, what scans saw of it, oldest first; empty where it is as the first scan found it. */
  readonly lineage?: readonly ShownLineage[];
};
