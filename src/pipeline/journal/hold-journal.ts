/** Who works with a journal: it holds one step at a time, so it is worked with by one at a time. */
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { Journal } from './journal.ts';

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
