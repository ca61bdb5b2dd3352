/**
 * The journal of a case: its progress and the notes of the current step. A case has one journal, used by one
 * walker at a time. Records are written atomically and only if nobody else has advanced the case.
 */
import {
  cite,
  type FrameId,
  type Id,
  isId,
  makeId,
  PenumbraError,
  shortId,
  taggedHash,
} from '../../kernel/index.ts';
import {
  type Batch,
  defineFrameTypes,
  type FrameType,
  type Ledger,
  type Subject,
  type Versioned,
} from '../../ledger/index.ts';
import { type RunEvent, type RunEventPayloads, runEvent, type StepPlace } from '../../record/index.ts';
import { type CaseProgress, progressLog, readHistory } from './case-progress.ts';
import type { ArtifactNames } from './kept-state.ts';

/** The case of a journal. */
export type JournalOptions = {
  /** The run's id or name. */
  readonly run: string;
  readonly case: string;
  /** The producer of the artifacts, if it is part of their basis. */
  readonly producer?: Versioned;
};

/** A journal. Its mutable fields change with every step, and only functions of this room change them. */
export type Journal = {
  readonly ledger: Ledger;
  readonly run: Id<'run'>;
  readonly case: string;
  /** The subject of the case's artifacts. */
  readonly subject: Subject;
  readonly producer: Versioned | null;
  progress: CaseProgress;
  /** The progress log entry last read or written. */
  entry: string | null;
  /** The notes of the current step. */
  notes: StepNotes;
  readonly names: ArtifactNames;
};

/** Frame types for cases, and for artifacts of types unknown to the ledger. */
const journalTypes: readonly FrameType[] = (['case', 'artifact'] as const).map((name) => ({
  name,
  cardinality: 'single',
  mediaType: 'application/json',
}));

const CASE_ID = /^[\x21-\x2e\x30-\x7e]{1,128}$/;

/** Opens the journal of a case where it left off; throws if two histories of it were merged. */
export async function openJournal(ledger: Ledger, options: JournalOptions): Promise<Journal> {
  requireCaseId(options.case);
  const run = runNamed(options.run);
  const { progress, entry } = await readHistory(ledger.store, { run, case: options.case });
  return {
    ledger: withJournalTypes(ledger),
    run,
    case: options.case,
    subject: caseSubject(run, options.case),
    producer: options.producer ?? null,
    progress,
    entry,
    notes: createStepNotes(),
    names: new WeakMap(),
  };
}

/** Throws unless a case id is valid in log names, so that this is found before any answer is paid for. */
export function requireCaseId(id: unknown): void {
  if (typeof id === 'string' && CASE_ID.test(id)) return;
  throw new PenumbraError('invalid-name', `${cite(String(id))} cannot name a case`, {
    hint: 'use 1 to 128 printable ASCII characters without spaces and slashes',
  });
}

/** Returns the id of a run given by id or name. */
export function runNamed(run: string): Id<'run'> {
  return isId(run, 'run') ? run : makeId('run', taggedHash('penumbra/run-name/1', run));
}

/** Returns the subject of a run's results for a case. */
export function caseSubject(run: Id<'run'>, caseId: string): Subject {
  return { kind: 'case', id: `${run}/${caseId}` };
}

/** Returns the frame type for an artifact. */
export function frameTypeOf({ types }: Ledger, artifact: string): string {
  return types.has(artifact) ? artifact : 'artifact';
}

/** Returns the ledger with the types a journal needs. */
export function withJournalTypes(ledger: Ledger): Ledger {
  const missing = journalTypes.filter(({ name }) => !ledger.types.has(name));
  if (missing.length === 0) return ledger;
  return { ...ledger, types: defineFrameTypes(...ledger.types.values(), ...missing) };
}

/** The kinds of events made during an ask. */
type NotedKind =
  | 'source-opened'
  | 'pack-compiled'
  | 'model-asked'
  | 'reply-checked'
  | 'tool-called'
  | 'decision-made';

/** An event without its step yet. */
type Note = {
  readonly [Kind in NotedKind]: {
    readonly kind: Kind;
    readonly payload: Omit<RunEventPayloads[Kind], keyof StepPlace>;
  };
}[NotedKind];

/** Notes as data: events in order, and the frames shown to the agent. */
export type NotedAsk = { readonly notes: readonly Note[]; readonly told: readonly FrameId[] };

/** The notes of one step. */
export type StepNotes = {
  add<Kind extends NotedKind>(kind: Kind, payload: Omit<RunEventPayloads[Kind], keyof StepPlace>): void;
  /** Notes frames shown to the agent; its artifact is based on them. */
  tell(frames: Iterable<FrameId>): void;
  /** Sets the producer of the step's artifact, if it differs from the journal's. */
  madeBy(producer: Versioned): void;
  maker(): Versioned | null;
  /** Returns the frames shown in this step, deduplicated. */
  told(): readonly FrameId[];
  events(place: StepPlace): readonly RunEvent[];
  /** Adds the notes of an earlier, stored ask. */
  append(noted: NotedAsk): void;
};

/** Starts the notes of a step, or of an ask within it, which are also added to the outer notes. */
export function createStepNotes(outer?: StepNotes): StepNotes & { readonly noted: () => NotedAsk } {
  const notes: Note[] = [];
  const told = new Set<FrameId>();
  let maker: Versioned | null = null;
  const append: StepNotes['append'] = (more) => {
    notes.push(...more.notes);
    for (const frame of more.told) told.add(frame);
    outer?.append(more);
  };
  return {
    append,
    add: (kind, payload) => append({ notes: [{ kind, payload } as unknown as Note], told: [] }),
    tell: (frames) => append({ notes: [], told: [...frames] }),
    madeBy: (producer) => {
      maker = producer;
    },
    maker: () => maker,
    told: () => [...told],
    events: (place) =>
      notes.map(({ kind, payload }) =>
        runEvent(kind, { ...place, ...payload } as unknown as RunEventPayloads[typeof kind]),
      ),
    noted: () => ({ notes: [...notes], told: [...told] }),
  };
}

/** Commits a batch, or throws `store-busy` if the case was advanced since the journal was read. */
export async function commitToCase(
  { ledger, run, case: caseId, entry }: Journal,
  { requires = [], ...batch }: Omit<Batch, 'atMs'>,
): Promise<void> {
  const isUnmoved = { kind: 'head-is', log: progressLog(run, caseId), value: entry } as const;
  const outcome = await ledger.store.commit({
    ...batch,
    atMs: ledger.clock.now(),
    requires: [...requires, isUnmoved],
  });
  if (outcome.committed) return;
  throw new PenumbraError('store-busy', `another process is working on ${cite(caseId)} of ${shortId(run)}`, {
    data: { run, case: caseId, unmet: outcome.unmet },
    hint: 'wait for it, or end it and resume the run',
  });
}

const held = new WeakSet<Journal>();

/** Runs work with exclusive use of a journal; throws if it is in use. */
export async function holdJournal<Result>(journal: Journal, work: () => Promise<Result>): Promise<Result> {
  if (held.has(journal))
    throw new PenumbraError('usage', `the journal of ${cite(journal.case)} is being walked`, {
      hint: 'wait for that walk; who opens a journal of their own is told who was faster',
    });
  held.add(journal);
  try {
    return await work();
  } finally {
    held.delete(journal);
  }
}
