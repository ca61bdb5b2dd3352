/** Reads a subject that a person names, and makes sure that the ledger knows it. */
import { cite, PenumbraError } from '../../kernel/index.ts';
import { frameLogPrefix, parseSubject, type Store, type Subject } from '../../ledger/index.ts';

/** Returns the subject a text names, or throws `frame-not-found` where the ledger has no frame of it. */
export async function knownSubject(store: Store, text: string): Promise<Subject> {
  const subject = parseSubject(text);
  const [head] = await store.listHeads({ prefix: frameLogPrefix(subject), limit: 1 });
  if (head) return subject;
  throw new PenumbraError('frame-not-found', `no frame of ${cite(text)} is known`, {
    hint: 'spell the subject as it was recorded, a node by its path from the root, for instance `node:src/a.ts`',
  });
}
