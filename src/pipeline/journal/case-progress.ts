/**
 * The progress of a case over all its walks: written after every step together with the step's artifact, and
 * sufficient for resuming, apart from the ledger's frames.
 */
import {
  type CanonicalValue,
  type ContentId,
  canonicalHash,
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
import type { RecordedArtifact } from '../nodes/artifact.ts';
import type { WalkerState } from '../step/walker-state.ts';
import {
  type ArtifactNames,
  type KeptState,
  keepStates,
  namedArtifacts,
  readKept,
  readManyKept,
  restoreState,
} from './kept-state.ts';

/** A reply given by an agent in this case, and where. */
type GivenReply = {
  readonly agent: string;
  readonly node: string;
  readonly step: number;
  readonly frame: FrameId;
};

/** Identifies a walk of a case: the role of its definition, and the number of the pass. */
export type WalkName = { readonly pipeline: string; readonly pass: number };

/** A walk of a case; a case that is sent back walks again in another pass. */
export type CaseWalk = WalkName & { readonly state: WalkerState };

/** The progress of a case. */
export type CaseProgress = {
  /** The current walk, or the last one. */
  readonly walk: CaseWalk | null;
  /** The walks that ended before it. */
  readonly earlier: readonly CaseWalk[];
  /** The latest artifact of each node. */
  readonly frames: { readonly [node: string]: FrameId };
  readonly replies: readonly GivenReply[];
  /** The zone of every step so far, or null outside of zones. */
  readonly zones: readonly (string | null)[];
};

/** The version of the stored form; version 1 contained every artifact inline and can still be read. */
const PROGRESS_VERSION = 2;

type KeptWalk = WalkName & { readonly state: KeptState };

/** The stored form of progress: an ended walk is stored once, separately, and then referred to. */
export type KeptProgress = Omit<CaseProgress, 'walk' | 'earlier'> & {
  readonly version: number;
  readonly walk: KeptWalk | null;
  readonly earlier: readonly ContentId[];
};

/** The progress of a new case. */
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
export function stepsTaken({ zones }: Pick<CaseProgress, 'zones'>): number {
  return zones.length;
}

/** Returns the name of the log of a case's progress. */
export function progressLog(run: Id<'run'>, caseId: string): string {
  return `progress/${digestOf(run)}/${caseId}`;
}

/**
 * Returns the writes for a progress: its objects, and the log entry that refers to them. Artifacts are
 * written as frames.
 */
export function progressWrite(
  log: string,
  progress: CaseProgress,
  names?: ArtifactNames,
): { readonly puts: readonly StoredObject[]; readonly append: Append } {
  const walks = walksOf(progress);
  const states = keepStates(
    walks.map(({ state }) => state),
    names,
  );
  const kept = walks.map((walk, index) => ({ ...walk, state: states[index] as KeptState }));
  const texts = kept.slice(0, progress.earlier.length).map((walk) => textOf(walk));
  const earlier = texts.map((text) => contentId(text));
  const walk = kept[progress.earlier.length] ?? null;
  const text = textOf({ ...progress, version: PROGRESS_VERSION, walk, earlier } satisfies KeptProgress);
  const value = canonicalText({ earlier, progress: contentId(text) });
  return { puts: [...texts, text].map((one) => toObject(one)), append: { log, value } };
}

function textOf(kept: KeptProgress | KeptWalk): string {
  return canonicalText(kept as unknown as CanonicalValue);
}

/** A progress as read. */
export type WrittenProgress = {
  readonly progress: CaseProgress;
  /** The last entry of its log, which refers to it; null if nothing was written yet. */
  readonly entry: string | null;
  /**
   * The number of log entries: equal to the number of steps, unless ledgers that both had the case were
   * merged.
   */
  readonly entries: number;
};

/** Reads the progress of a case. */
export async function readProgress(store: StoreReader, log: string): Promise<WrittenProgress> {
  const head = await store.head(log);
  if (head === null) return { progress: freshProgress, entry: null, entries: 0 };
  const progress = await readEntry(store, head.value);
  return { progress, entry: head.value, entries: head.sequence };
}

/** Reads the progress of a case after a number of steps; null if it never took that many. */
export async function readProgressAt(
  store: StoreReader,
  log: string,
  steps: number,
): Promise<CaseProgress | null> {
  if (steps === 0) return freshProgress;
  // If no ledgers with the run were merged, entries correspond to steps.
  const [likely] = await store.readLog(log, { after: steps - 1, limit: 1 });
  const there = likely && (await readKeptProgress(store, likely.value));
  if (there && stepsTaken(there) === steps) return restoreProgress(store, there);
  for await (const { value } of everyEntry(store, log)) {
    const kept = await readKeptProgress(store, value);
    if (stepsTaken(kept) === steps) return restoreProgress(store, kept);
  }
  return null;
}

/** Reads the progress of a run's case after a number of steps that it took. */
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

/** Reads the progress that a log entry refers to. */
export async function readEntry(store: StoreReader, entry: string): Promise<CaseProgress> {
  return restoreProgress(store, await readKeptProgress(store, entry));
}

async function restoreProgress(
  store: StoreReader,
  { version: _, ...kept }: KeptProgress,
): Promise<CaseProgress> {
  const earlier = (await readManyKept(store, kept.earlier)) as unknown as readonly KeptWalk[];
  const walks = kept.walk === null ? earlier : [...earlier, kept.walk];
  const artifactOf = await readArtifacts(store, namedArtifacts(walks.map(({ state }) => state)));
  const restore = (walk: KeptWalk): CaseWalk => ({ ...walk, state: restoreState(walk.state, artifactOf) });
  return { ...kept, walk: kept.walk && restore(kept.walk), earlier: earlier.map(restore) };
}

/** Reads the stored form of the progress that a log entry refers to, without the artifacts. */
export async function readKeptProgress(store: StoreReader, entry: string): Promise<KeptProgress> {
  const { progress: id } = parseCanonical(entry) as { readonly progress: ContentId };
  const kept = (await readKept(store, id)) as unknown as KeptProgress;
  if (kept.version >= 1 && kept.version <= PROGRESS_VERSION) return kept;
  throw new PenumbraError(
    'store-version',
    `a newer program has gone on with the case (form ${kept.version})`,
    { hint: 'go on with that program' },
  );
}

async function readArtifacts(
  store: StoreReader,
  names: readonly ContentId[],
): Promise<(name: ContentId) => RecordedArtifact> {
  const found = await readManyKept(store, names);
  const artifacts = new Map(names.map((name, index) => [name, found[index]]));
  return (name) => artifacts.get(name) as unknown as RecordedArtifact;
}

/** Reads the progress of a case, or throws `log-corrupt` if two histories of it were merged. */
export async function readHistory(
  store: StoreReader,
  of: { readonly run: Id<'run'>; readonly case: string },
): Promise<WrittenProgress> {
  const log = progressLog(of.run, of.case);
  const read = await readProgress(store, log);
  // A log that was never merged has one entry per step, and need not be read.
  if (read.entries <= stepsTaken(read.progress)) return read;
  const { farthest, partedAt } = await compareHistories(store, log);
  if (partedAt !== null) throw partedError(of, partedAt);
  // Continuing still requires that the log ends as it was read.
  return { ...read, progress: await farthestProgress(store, farthest, read) };
}

async function compareHistories(
  store: StoreReader,
  log: string,
): Promise<{ readonly farthest: string; readonly partedAt: number | null }> {
  const told = new Map<number, string>();
  let [farthest, most] = ['', 0];
  let partedAt = Number.POSITIVE_INFINITY;
  for await (const { value } of everyEntry(store, log)) {
    const kept = await readKeptProgress(store, value);
    const [steps, history] = [stepsTaken(kept), historyOf(kept)];
    if ((told.get(steps) ?? history) !== history) partedAt = Math.min(partedAt, steps);
    told.set(steps, history);
    if (steps >= most) [farthest, most] = [value, steps];
  }
  return { farthest, partedAt: Number.isFinite(partedAt) ? partedAt : null };
}

async function farthestProgress(
  store: StoreReader,
  farthest: string,
  { entry, progress }: WrittenProgress,
): Promise<CaseProgress> {
  return farthest === entry ? progress : readEntry(store, farthest);
}

/** Identifies who answered what and where it led; durations may differ between equal histories. */
function historyOf({ walk, replies, zones }: KeptProgress): string {
  const way = walk && [walk.pipeline, walk.pass, wayOf(walk.state)];
  return canonicalHash([replies, zones, way]);
}

function wayOf({ definition, status, node, terminal, history, inner }: KeptState): CanonicalValue {
  return [definition, status, node, terminal, history, inner && wayOf(inner)];
}

function partedError(
  { run, case: caseId }: { readonly run: Id<'run'>; readonly case: string },
  step: number,
): PenumbraError {
  return new PenumbraError(
    'log-corrupt',
    `two histories of ${cite(caseId)} were merged: they part at step ${step}`,
    {
      data: { run, case: caseId, step },
      hint: `go on from before it, in a run of its own: \`penumbra resume ${run} --from ${step}\``,
    },
  );
}
