/**
 * Reads what was remembered as of a head: the log up to the entry with that digest, and nothing that came later, so
 * that a run can be repeated against the memory it had.
 */
import {
  type CanonicalValue,
  cite,
  type FrameId,
  isId,
  PenumbraError,
  parseCanonical,
  taggedHash,
} from '../../kernel/index.ts';
import {
  type Basis,
  everyEntry,
  type FrameRecord,
  type Ledger,
  readFrames,
  type StoreReader,
} from '../../ledger/index.ts';
import type { PriorCauseBlock, SymptomBlock } from '../case/case-blocks.ts';
import { MEMORY_LOG, memoryTypes } from './memory-types.ts';

/** The head of a memory in which nothing was learned. */
const NO_MEMORY = 'none';

/** Something remembered, with the frame that holds it and what that rests on. */
export type Remembered<Block> = { readonly frame: FrameId; readonly basis: Basis; readonly block: Block };

/** What was remembered at a head. */
export type MemoryView = {
  readonly head: string;
  /** By fingerprint. */
  readonly symptoms: ReadonlyMap<string, Remembered<SymptomBlock>>;
  /** By id. */
  readonly causes: ReadonlyMap<string, Remembered<PriorCauseBlock>>;
};

/** A memory of nothing, for runs that are not to remember. */
export const emptyMemory: MemoryView = { head: NO_MEMORY, symptoms: new Map(), causes: new Map() };

const GROUP = 256;
const decoder = new TextDecoder();

/** Returns the digest of what is remembered now, or `none`; when it was learned is no part of it. */
export async function memoryHead(store: StoreReader): Promise<string> {
  let head: string = NO_MEMORY;
  for await (const { value } of everyEntry(store, MEMORY_LOG)) head = extendHead(head, value);
  return head;
}

function extendHead(head: string, value: string): string {
  return taggedHash('penumbra/memory-head/1', [head, value]);
}

/** Reads what was remembered at a head, or throws `digest-mismatch` where the log never had it. */
export async function readMemory(
  { store }: Pick<Ledger, 'store'>,
  { head }: { readonly head: string },
): Promise<MemoryView> {
  if (head === NO_MEMORY) return emptyMemory;
  const symptoms = new Map<string, Remembered<SymptomBlock>>();
  const causes = new Map<string, Remembered<PriorCauseBlock>>();
  const ids = await framesUpTo(store, head);
  for (let start = 0; start < ids.length; start += GROUP) {
    for (const record of await readFrames(store, ids.slice(start, start + GROUP))) {
      const remembered = toRemembered(record);
      if (remembered === null) continue;
      const { block } = remembered;
      // A later frame about the same replaces the earlier one.
      if ('fingerprint' in block) symptoms.set(block.fingerprint, { ...remembered, block });
      else causes.set(block.id, { ...remembered, block });
    }
  }
  return { head, symptoms, causes };
}

/** Returns the frames that the log names up to a head, oldest first, each where it came last. */
async function framesUpTo(store: StoreReader, head: string): Promise<readonly FrameId[]> {
  const ids = new Set<FrameId>();
  let reached: string = NO_MEMORY;
  for await (const { value } of everyEntry(store, MEMORY_LOG)) {
    reached = extendHead(reached, value);
    const id = frameIn(value);
    ids.delete(id);
    ids.add(id);
    if (reached === head) return [...ids];
  }
  throw new PenumbraError('digest-mismatch', `log \`${MEMORY_LOG}\` was never at ${cite(head)}`, {
    data: { log: MEMORY_LOG, digest: head },
    hint: 'memories were merged since, or the ledger is another one; investigate again',
  });
}

function frameIn(value: string): FrameId {
  const { change, frame } = (parseCanonical(value) ?? {}) as { readonly [key: string]: CanonicalValue };
  if (change === 'learned' && typeof frame === 'string' && isId(frame, 'frame')) return frame;
  throw notMemory(value);
}

/** Decodes a frame; one whose content was removed is no longer remembered. */
function toRemembered({
  id,
  frame,
  basis,
  content,
}: FrameRecord): Remembered<SymptomBlock | PriorCauseBlock> | null {
  if (frame === null || basis === null || content === null) return null;
  const type = memoryTypes.find(({ name }) => name === frame.type);
  if (type === undefined) throw notMemory(id);
  const block = parseCanonical(decoder.decode(content));
  if (type.check?.(block) !== null) throw notMemory(id);
  return { frame: id, basis, block: block as unknown as SymptomBlock | PriorCauseBlock };
}

function notMemory(value: string): PenumbraError {
  return new PenumbraError('log-corrupt', `log \`${MEMORY_LOG}\` holds ${cite(value)}, which is no memory`, {
    data: { log: MEMORY_LOG },
    hint: 'run `penumbra validate`, and import an export of a whole copy',
  });
}
