/**
 * Asks within a step, kept one by one: a step that asks several times and is killed between two of them goes on with the
 * answers it has.
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

/** An answer as it is kept, with what asking for it left behind. */
type KeptAnswer = { readonly answer: CanonicalValue; readonly noted: NotedAsk };

/** Asks, unless the step under way has that answer already; the name tells the asks of one step apart. */
export async function askOnce<Answer>(
  journal: Journal,
  name: string,
  ask: (notes: StepNotes) => Promise<Answer>,
): Promise<Answer> {
  // Of this step, also where the answer comes when nobody waits for it any more and the case has gone on.
  const step = { ...journal };
  const answers = answersOf(step.notes);
  const known = answers.get(name) ?? findOrAsk(step, name, ask);
  answers.set(name, known);
  try {
    return decodeDecimals(await known) as Answer;
  } catch (error) {
    // Whoever asks again after a failure asks anew, unless somebody does already.
    if (answers.get(name) === known) answers.delete(name);
    throw error;
  }
}

/** The answers that were asked for in a step, by the notes it has: whoever asks meanwhile waits for the same one. */
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
  // Whoever has gone on with the case meanwhile needs no answer of ours.
  await commitToCase(step, {
    puts: [toObject(text)],
    appends: [{ log, value: canonicalText({ name, answer: contentId(text) }) }],
  });
  // As it is kept, so that a step goes on with the same answer whether it was killed after it or not.
  return answer;
}

/** Returns the name of the log of a step's asks; each has its own, so that only those of the step under way are read. */
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
