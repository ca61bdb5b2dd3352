/** Appends a person's statement to the memory, however many others write at the same time. */
import { canonicalText, PenumbraError } from '../../kernel/index.ts';
import { frameBatch, type Ledger, putFrames } from '../../ledger/index.ts';
import {
  MEMORY_LOG,
  type MemoryView,
  memoryHead,
  memoryLimits,
  readMemory,
  type SpokenChange,
} from '../../rca/index.ts';

const ATTEMPTS = 20;

/** A statement and whether any of it was new; callers may add what else they want to know afterwards. */
export type Spoken<Word extends SpokenChange> = { readonly word: Word; readonly isNew: boolean };

/**
 * Reads the memory, lets `speak` decide what to change, and writes that down, retrying if somebody else wrote
 * first. A statement that already is the latest one is not repeated.
 */
export async function changeMemory<Word extends SpokenChange>(
  ledger: Ledger,
  speak: (view: MemoryView) => Word,
): Promise<Spoken<Word>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Read first: the batch fails if others write afterwards.
    const last = (await ledger.store.head(MEMORY_LOG))?.value ?? null;
    const view = await readMemory(ledger, { head: await memoryHead(ledger.store) });
    const word = speak(view);
    if (isSaid(ledger, view, word)) return { word, isNew: false };
    const frames = await putFrames(ledger, word.drafts);
    const { committed } = await ledger.store.commit({
      atMs: ledger.clock.now(),
      requires: [{ kind: 'head-is', log: MEMORY_LOG, value: last }],
      appends: frames.map(({ frameId: frame }) => ({
        log: MEMORY_LOG,
        value: canonicalText({ change: word.change, frame }),
      })),
    });
    if (committed) return { word, isNew: true };
  }
  throw new PenumbraError('store-busy', 'others keep changing what is remembered', {
    hint: 'try again when they are done',
  });
}

function isSaid(ledger: Ledger, { causes, symptoms }: MemoryView, { drafts }: SpokenChange): boolean {
  const standing = new Set<string>([...causes.values(), ...symptoms.values()].map(({ frame }) => frame));
  return drafts.every((draft) => standing.has(frameBatch(ledger, draft).frameId));
}

const ANYBODY = 'person';
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Returns the speaker's name, `person` if none is given; throws `invalid-name` if it is not valid. */
export function requireSpeaker(by: string | undefined): string {
  if (by === undefined) return ANYBODY;
  const name = by.trim();
  if (name !== '' && name.length <= memoryLimits.nameLength && !UNSEEN.test(name)) return name;
  throw new PenumbraError('invalid-name', 'that is no name of a person', {
    hint: `give a name on one line, of at most ${memoryLimits.nameLength} characters, for instance --by alice`,
  });
}
