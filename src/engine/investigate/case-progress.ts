/**
 * How far a case has come, over all its walks: written after every step together with the step's artifact, and all
 * that a resumption needs beside the ledger's frames.
 */
import {
  type CanonicalValue,
  canonicalText,
  contentId,
  digestOf,
  type FrameId,
  type Id,
  parseCanonical,
} from '../../kernel/index.ts';
import { type Append, type StoredObject, type StoreReader, toObject } from '../../ledger/index.ts';
import type { WalkerState } from '../../pipeline/index.ts';

/** A reply an agent gave in this case, and where. */
export type GivenReply = {
  readonly agent: string;
  readonly node: string;
  readonly step: number;
  readonly frame: FrameId;
};

/** Where a case stands. */
export type CaseProgress = {
  readonly version: 1;
  /** The walk under way, or the last one: `light-1`, `court-1`, `light-2`, … */
  readonly walk: { readonly name: string; readonly state: WalkerState } | null;
  /** The walks that ended before it. */
  readonly earlier: readonly { readonly name: string; readonly state: WalkerState }[];
  /** The newest artifact of each node. */
  readonly frames: { readonly [node: string]: FrameId };
  readonly replies: readonly GivenReply[];
  /** The zone of every step so far, or null outside of zones. */
  readonly zones: readonly (string | null)[];
};

/** A case of which nothing has been done yet. */
export const freshProgress: CaseProgress = Object.freeze({
  version: 1,
  walk: null,
  earlier: [],
  frames: {},
  replies: [],
  zones: [],
});

/** Returns the name of the log of a case's progress. */
export function progressLog(run: Id<'run'>, caseId: string): string {
  return `progress/${digestOf(run)}/${caseId}`;
}

/** Returns what writes a progress: its object, and the entry that names it. */
export function progressWrite(
  log: string,
  progress: CaseProgress,
): { readonly put: StoredObject; readonly append: Append } {
  const text = canonicalText(progress as unknown as CanonicalValue);
  return { put: toObject(text), append: { log, value: canonicalText({ progress: contentId(text) }) } };
}

/** Reads the last progress of a log, and how often the log was written. */
export async function readProgress(
  store: StoreReader,
  log: string,
): Promise<{ readonly progress: CaseProgress; readonly length: number }> {
  const head = await store.head(log);
  if (head === null) return { progress: freshProgress, length: 0 };
  const { progress } = parseCanonical(head.value) as { readonly progress: Id<'content'> };
  const [bytes] = await store.getMany([digestOf(progress)]);
  if (!bytes) return { progress: freshProgress, length: head.sequence };
  return { progress: parseCanonical(bytes) as unknown as CaseProgress, length: head.sequence };
}
