/**
 * The journal of a case: how far it has come, and what the step under way has left so far. A case has one, whoever
 * walks it; what is recorded in it is recorded whole or not at all.
 */
import { cite, type Id, isId, makeId, PenumbraError, taggedHash } from '../../kernel/index.ts';
import {
  defineFrameTypes,
  type FrameType,
  type Ledger,
  type Subject,
  type Versioned,
} from '../../ledger/index.ts';
import type { CaseProgress } from './case-progress.ts';
import { readHistory } from './merged-history.ts';
import { createStepNotes, type StepNotes } from './step-notes.ts';

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
