/**
 * The journal of a case: how far it has come, and what the step under way has left so far. A case has one, whoever
 * walks it, and it is worked with by one at a time; what is recorded in it is recorded whole or not at all, on the
 * condition that nobody else has gone on with the case.
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

/** Which case a journal is of. */
export type JournalOptions = {
  /** The run: its id, or any name. */
  readonly run: string;
  readonly case: string;
  /** Who makes the artifacts, where that is part of what they rest on. */
  readonly producer?: Versioned;
};

/** A journal; what is not readonly changes with every step, and only the functions of this room change it. */
export type Journal = {
  readonly ledger: Ledger;
  readonly run: Id<'run'>;
  readonly case: string;
  /** What the artifacts of the case are about. */
  readonly subject: Subject;
  readonly producer: Versioned | null;
  progress: CaseProgress;
  /** The entry of the progress's log that was read or written last. */
  entry: string | null;
  /** What the step under way has left so far. */
  notes: StepNotes;
  readonly names: ArtifactNames;
};

/** The frames of cases, and of artifacts whose type the ledger does not know. */
const journalTypes: readonly FrameType[] = (['case', 'artifact'] as const).map((name) => ({
  name,
  cardinality: 'single',
  mediaType: 'application/json',
}));

const CASE_ID = /^[\x21-\x2e\x30-\x7e]{1,128}$/;

/** Opens the journal of a case where it was left; one of which two histories were merged is refused. */
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

/** Throws unless a text can stand in the names of logs; better than when the first answer was paid for. */
export function requireCaseId(id: unknown): void {
  if (typeof id === 'string' && CASE_ID.test(id)) return;
  throw new PenumbraError('invalid-name', `${cite(String(id))} cannot name a case`, {
    hint: 'use 1 to 128 printable ASCII characters without spaces and slashes',
  });
}

/** Returns the id of a run that is known by its id or by a name. */
export function runNamed(run: string): Id<'run'> {
  return isId(run, 'run') ? run : makeId('run', taggedHash('penumbra/run-name/1', run));
}

/** Returns the subject under which a run keeps what it finds out about a case. */
export function caseSubject(run: Id<'run'>, caseId: string): Subject {
  return { kind: 'case', id: `${run}/${caseId}` };
}

/** Returns the type under which an artifact is kept. */
export function frameTypeOf({ types }: Ledger, artifact: string): string {
  return types.has(artifact) ? artifact : 'artifact';
}

/** Returns the ledger with the types a journal needs. */
export function withJournalTypes(ledger: Ledger): Ledger {
  const missing = journalTypes.filter(({ name }) => !ledger.types.has(name));
  if (missing.length === 0) return ledger;
  return { ...ledger, types: defineFrameTypes(...ledger.types.values(), ...missing) };
}

/** The kinds of events an ask makes. */
type NotedKind =
  | 'source-opened'
  | 'pack-compiled'
  | 'model-asked'
  | 'reply-checked'
  | 'tool-called'
  | 'decision-made';

/** An event that does not know its place yet. */
type Note = {
  readonly [Kind in NotedKind]: {
    readonly kind: Kind;
    readonly payload: Omit<RunEventPayloads[Kind], keyof StepPlace>;
  };
}[NotedKind];

/** Notes as data: the events in their order, and the frames the agent was told of. */
export type NotedAsk = { readonly notes: readonly Note[]; readonly told: readonly FrameId[] };

/** The notes of one step. */
export type StepNotes = {
  add<Kind extends NotedKind>(kind: Kind, payload: Omit<RunEventPayloads[Kind], keyof StepPlace>): void;
  /** Notes frames that the agent was told of; what it makes of them rests on them. */
  tell(frames: Iterable<FrameId>): void;
  /** Says who made the artifact of the step, where that is not the producer of the journal. */
  madeBy(producer: Versioned): void;
  maker(): Versioned | null;
  /** The frames the step was told of, each once. */
  told(): readonly FrameId[];
  events(place: StepPlace): readonly RunEvent[];
  /** Takes over what an ask noted that was answered before. */
  append(noted: NotedAsk): void;
};

/** Starts the notes of a step, or of one ask in it, which are written to the outer ones as well. */
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

/** Writes a batch, or throws `store-busy` where the case has moved on since the journal was read. */
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

/** Works with a journal, or throws where somebody is at work with it. */
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
