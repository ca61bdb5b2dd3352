/**
 * How far a case has come, over all its walks: written after every step together with the step's artifact, and all
 * that a resumption needs beside the ledger's frames.
 */
import {
  type CanonicalValue,
  type ContentId,
  canonicalText,
  cite,
  contentId,
  digestOf,
  type FrameId,
  type Id,
  PenumbraError,
  parseCanonical,
} from '../../kernel/index.ts';
import {
  type Append,
  everyEntry,
  type StoredObject,
  type StoreReader,
  toObject,
} from '../../ledger/index.ts';
import type { WalkerState } from '../step/walker-state.ts';
import { readKept } from './read-kept.ts';

/** A reply an agent gave in this case, and where. */
type GivenReply = {
  readonly agent: string;
  readonly node: string;
  readonly step: number;
  readonly frame: FrameId;
};

/** Which walk of a case: the part its definition plays, and which time it plays it. */
export type WalkName = { readonly pipeline: string; readonly pass: number };

/** A walk of a case; a case that is sent back walks again, in another pass. */
export type CaseWalk = WalkName & { readonly state: WalkerState };

/** Where a case stands. */
export type CaseProgress = {
  /** The walk under way, or the last one. */
  readonly walk: CaseWalk | null;
  /** The walks that ended before it. */
  readonly earlier: readonly CaseWalk[];
  /** The newest artifact of each node. */
  readonly frames: { readonly [node: string]: FrameId };
  readonly replies: readonly GivenReply[];
  /** The zone of every step so far, or null outside of zones. */
  readonly zones: readonly (string | null)[];
};

/** The version of the form below. */
const PROGRESS_VERSION = 1;

/** A progress as it is kept: a walk that ended is kept once, by itself, and named from then on. */
type KeptProgress = Omit<CaseProgress, 'earlier'> & {
  readonly version: number;
  readonly earlier: readonly ContentId[];
};

/** A case of which nothing has been done yet. */
const freshProgress: CaseProgress = Object.freeze({
  walk: null,
  earlier: [],
  frames: {},
  replies: [],
  zones: [],
});

/** Returns the walks of a case, oldest first. */
export function walksOf({ walk, earlier }: CaseProgress): readonly CaseWalk[] {
  return walk === null ? earlier : [...earlier, walk];
}

/** Returns how many steps a case has taken, over all walks. */
export function stepsTaken({ zones }: CaseProgress): number {
  return zones.length;
}

/** Returns the name of the log of a case's progress. */
export function progressLog(run: Id<'run'>, caseId: string): string {
  return `progress/${digestOf(run)}/${caseId}`;
}

/** Returns what writes a progress: its objects, and the entry that names them. */
export function progressWrite(
  log: string,
  progress: CaseProgress,
): { readonly puts: readonly StoredObject[]; readonly append: Append } {
  const walks = progress.earlier.map((walk) => canonicalText(walk as unknown as CanonicalValue));
  const earlier = walks.map((walk) => contentId(walk));
  const kept: KeptProgress = { ...progress, version: PROGRESS_VERSION, earlier };
  const text = canonicalText(kept as unknown as CanonicalValue);
  const value = canonicalText({ earlier, progress: contentId(text) });
  return { puts: [...walks, text].map((one) => toObject(one)), append: { log, value } };
}

/** A progress, and the entry of its log that names it; null where nothing was written yet. */
export type WrittenProgress = { readonly progress: CaseProgress; readonly entry: string | null };

/** Reads how far a case has come. */
export async function readProgress(store: StoreReader, log: string): Promise<WrittenProgress> {
  const head = await store.head(log);
  if (head === null) return { progress: freshProgress, entry: null };
  return { progress: await readEntry(store, head.value), entry: head.value };
}

/** Reads how far a case had come after a number of steps; null where it never took that many. */
export async function readProgressAt(
  store: StoreReader,
  log: string,
  steps: number,
): Promise<CaseProgress | null> {
  if (steps === 0) return freshProgress;
  // Where no ledgers were merged that both had the run, the entries are the steps.
  const [likely] = await store.readLog(log, { after: steps - 1, limit: 1 });
  const there = likely && (await readEntry(store, likely.value));
  if (there && stepsTaken(there) === steps) return there;
  for await (const { value } of everyEntry(store, log)) {
    const progress = await readEntry(store, value);
    if (stepsTaken(progress) === steps) return progress;
  }
  return null;
}

/** Reads how far a case of a run had come after a number of steps that it took. */
export async function readProgressOf(
  store: StoreReader,
  { run, case: caseId }: { readonly run: Id<'run'>; readonly case: string },
  steps: number,
): Promise<CaseProgress> {
  const progress = await readProgressAt(store, progressLog(run, caseId), steps);
  if (progress) return progress;
  throw new PenumbraError('store-damaged', `${cite(caseId)} has no record of its step ${steps}`, {
    hint: 'run `penumbra validate`, and investigate anew',
  });
}

/** Reads the progress that an entry of its log names. */
export async function readEntry(store: StoreReader, entry: string): Promise<CaseProgress> {
  const { progress: id } = parseCanonical(entry) as { readonly progress: ContentId };
  const { version, ...kept } = (await readKept(store, id)) as unknown as KeptProgress;
  if (version !== PROGRESS_VERSION)
    throw new PenumbraError('store-version', `a newer program has gone on with the case (form ${version})`, {
      hint: 'go on with that program',
    });
  const earlier = await Promise.all(kept.earlier.map((walk) => readKept(store, walk)));
  return { ...kept, earlier: earlier as unknown as readonly CaseWalk[] };
}
