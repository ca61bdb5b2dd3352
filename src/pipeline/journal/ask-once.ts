/**
 * Stores the asks within a step one by one, so that a step with several asks that is killed between them
 * resumes with the answers it has.
 */
import {
  type CanonicalValue,
  type ContentId,
  canonicalText,
  contentId,
  digestOf,
  type Id,
  parseCanonical,
} from '../../kernel/index.ts';
import { everyEntry, toObject } from '../../ledger/index.ts';
import { decodeDecimals, encodeDecimals } from '../nodes/decimal-form.ts';
import { stepsTaken } from './case-progress.ts';
import type { Journal } from './journal.ts';
import { commitToCase, createStepNotes, type NotedAsk, type StepNotes } from './journal.ts';
import { readKept } from './kept-state.ts';

/** A stored answer and the notes made while asking. */
type KeptAnswer = { readonly answer: CanonicalValue; readonly noted: NotedAsk };

/** Asks, unless the current step already has the answer; `name` distinguishes the asks of a step. */
export async function askOnce<Answer>(
  journal: Journal,
  name: string,
  ask: (notes: StepNotes) => Promise<Answer>,
): Promise<Answer> {
  // Copied, so that a late answer still belongs to this step after the case has moved on.
  const step = { ...journal };
  const answers = answersOf(step.notes);
  const known = answers.get(name) ?? findOrAsk(step, name, ask);
  answers.set(name, known);
  try {
    return decodeDecimals(await known) as Answer;
  } catch (error) {
    // After a failure the next caller asks again, unless someone already does.
    if (answers.get(name) === known) answers.delete(name);
    throw error;
  }
}

/** The answers requested in a step, keyed by its notes; concurrent callers share them. */
const stepAnswers = new WeakMap<StepNotes, Map<string, Promise<CanonicalValue>>>();

function answersOf(notes: StepNotes): Map<string, Promise<CanonicalValue>> {
  const answers = stepAnswers.get(notes) ?? new Map<string, Promise<CanonicalValue>>();
  stepAnswers.set(notes, answers);
  return answers;
}

async function findOrAsk(
  step: Journal,
  name: string,
  ask: (notes: StepNotes) => Promise<unknown>,
): Promise<CanonicalValue> {
  const log = askLog(step.run, { case: step.case, step: stepsTaken(step.progress) + 1 });
  const kept = await findAnswer(step, log, name);
  if (kept !== null) {
    step.notes.append(kept.noted);
    return kept.answer;
  }
  const notes = createStepNotes(step.notes);
  const answer = encodeDecimals(await ask(notes)) as CanonicalValue;
  const recorded = { answer, noted: notes.noted() } as unknown as CanonicalValue;
  const text = canonicalText(recorded);
  // If someone else has advanced the case, the answer is not needed.
  await commitToCase(step, {
    puts: [toObject(text)],
    appends: [{ log, value: canonicalText({ name, answer: contentId(text) }) }],
  });
  // The stored form, so that a step sees the same answer whether or not it was killed after it.
  return answer;
}

/** Returns the log name for a step's asks; each step has its own, so that only the current one is read. */
export function askLog(
  run: Id<'run'>,
  { case: caseId, step }: { readonly case: string; readonly step: number },
): string {
  return `asks/${digestOf(run)}/${caseId}/${step}`;
}

async function findAnswer({ ledger }: Journal, log: string, name: string): Promise<KeptAnswer | null> {
  for await (const { value } of everyEntry(ledger.store, log)) {
    const entry = parseCanonical(value) as { readonly name: string; readonly answer: ContentId };
    if (entry.name !== name) continue;
    return (await readKept(ledger.store, entry.answer)) as unknown as KeptAnswer;
  }
  return null;
}
