/**
 * How far a case has come, over all its walks: written after every step together with the step's artifact, and all
 * that a resumption needs beside the ledger's frames.
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

/** How far a case has come. */
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

/** The version of the form below; in the first one every artifact was written out, which is still read. */
const PROGRESS_VERSION = 2;

type KeptWalk = WalkName & { readonly state: KeptState };

/** A progress as it is kept: a walk that ended is kept once, by itself, and named from then on. */
export type KeptProgress = Omit<CaseProgress, 'walk' | 'earlier'> & {
  readonly version: number;
  readonly walk: KeptWalk | null;
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
export function stepsTaken({ zones }: Pick<CaseProgress, 'zones'>): number {
  return zones.length;
}

/** Returns the name of the log of a case's progress. */
export function progressLog(run: Id<'run'>, caseId: string): string {
  return `progress/${digestOf(run)}/${caseId}`;
}

/** Returns what writes a progress: its objects, and the entry that names them. The artifacts are written as frames. */
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

/** A progress as it was read. */
export type WrittenProgress = {
  readonly progress: CaseProgress;
  /** The last entry of its log, which names it; null where nothing was written yet. */
  readonly entry: string | null;
  /** How many entries the log has: as many as steps were taken, unless ledgers were merged that both had the case. */
  readonly entries: number;
};

/** Reads how far a case has come. */
export async function readProgress(store: StoreReader, log: string): Promise<WrittenProgress> {
  const head = await store.head(log);
  if (head === null) return { progress: freshProgress, entry: null, entries: 0 };
  const progress = await readEntry(store, head.value);
  return { progress, entry: head.value, entries: head.sequence };
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
  const there = likely && (await readKeptProgress(store, likely.value));
  if (there && stepsTaken(there) === steps) return restoreProgress(store, there);
  for await (const { value } of everyEntry(store, log)) {
    const kept = await readKeptProgress(store, value);
    if (stepsTaken(kept) === steps) return restoreProgress(store, kept);
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

/** Reads the progress that an entry of its log names as it is kept, without the artifacts. */
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

/** Reads how far a case has come, or throws `log-corrupt` where two histories of it were merged. */
export async function readHistory(
  store: StoreReader,
  of: { readonly run: Id<'run'>; readonly case: string },
): Promise<WrittenProgress> {
  const log = progressLog(of.run, of.case);
  const read = await readProgress(store, log);
  // A log that was never merged has one entry for each step, and need not be read.
  if (read.entries <= stepsTaken(read.progress)) return read;
  const { farthest, partedAt } = await compareHistories(store, log);
  if (partedAt !== null) throw partedError(of, partedAt);
  // Going on is still on the condition that the log ends as it was read.
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

/** Who answered what, and where it led; how long it took may differ between two that walked the same way. */
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
