/**
 * Checks indexes during a validation: every frame has its entries, and every entry belongs to an existing
 * frame that depends on its key. An unexpected entry may be newer than the logs as they were read, so it is
 * checked against its own frame.
 */
import { digestOf, type FrameId, isId } from '../../kernel/index.ts';
import { type Basis, parseBasis } from '../frames/basis.ts';
import { type Frame, parseFrame } from '../frames/frame.ts';
import type { Placements } from '../frames/placements.ts';
import { BASIS_INDEX, INPUT_INDEX, indexEntries } from '../frames/put-frame.ts';
import { type IndexEntry, takeIndexEntry } from '../store/batch.ts';
import { everyIndexEntry } from '../store/pages.ts';
import { inGroups, readParsed } from '../store/read-objects.ts';
import { damageIn, type Validating } from './validation.ts';

/** Compares the entries that frames require with those that exist. */
export type IndexCheck = {
  expect(id: FrameId, frame: Frame, basis: Basis | null): void;
  /** Checks the indexes once all frames have been added. */
  finish(): Promise<void>;
};

/** Starts an index check. */
export function checkIndexes(work: Validating, placements: Placements): IndexCheck {
  const expected = new Set<string>();
  return {
    expect(id, frame, basis) {
      for (const entry of indexEntries(id, frame, basis ?? { inputs: [] })) expected.add(nameEntry(entry));
    },
    async finish() {
      for await (const group of inGroups(everyIndexEntry(work.store), () => 0)) {
        for (const entry of group) {
          if (expected.delete(nameEntry(entry))) continue;
          const fault = misnamed(entry) ?? (await misled(work, placements, entry));
          if (fault) work.report({ object: nameEntry(entry), fault });
        }
        work.counts.members += group.length;
        work.progress();
      }
      for (const name of expected)
        work.report({ object: name, fault: 'the entry is missing from its index' });
    },
  };
}

/** Formats an index entry for fault messages. */
function nameEntry({ index, key, member }: IndexEntry): string {
  return `index ${index} ${key} ${member}`;
}

function misnamed(entry: IndexEntry): string | null {
  try {
    takeIndexEntry(entry);
    return null;
  } catch (error) {
    return damageIn(error);
  }
}

async function misled(
  { store }: Validating,
  placements: Placements,
  entry: IndexEntry,
): Promise<string | null> {
  const { member } = entry;
  if (!isId(member, 'frame')) return null;
  const frame = await readParsed(store, digestOf(member), parseFrame);
  if (frame === 'absent') return 'names a frame that is not there';
  if (frame === 'broken') return null;
  if (entry.index !== BASIS_INDEX && entry.index !== INPUT_INDEX) return null;
  const basis = await readParsed(store, digestOf(frame.basis), parseBasis);
  if (typeof basis === 'string') return null;
  const isRight = indexEntries(member, frame, basis).some((own) => nameEntry(own) === nameEntry(entry));
  if (!isRight) return 'names a frame that does not rest on its key';
  // Unexpected but valid: the frame was written after the logs were read, or is in no log.
  return placements.has(member) || (await placements.isFound(store, member, frame))
    ? null
    : 'names a frame that stands in no log';
}
