/**
 * Reads memory as of a head: the log up to the entry with that digest and nothing later, so that a run can be
 * repeated with the memory it had.
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
  recordedMsOf,
  type StoreReader,
} from '../../ledger/index.ts';
import type { PriorCauseBlock, SymptomBlock } from '../blocks/case-blocks.ts';
import { MEMORY_LOG, type MemoryChange, memoryChanges, memoryTypes } from './memory-types.ts';

/** The head of an empty memory. */
const NO_MEMORY = 'none';

/** A remembered item, with its frame and the basis of that. */
export type Remembered<Block> = { readonly frame: FrameId; readonly basis: Basis; readonly block: Block };

/** The memory at a head. */
export type MemoryView = {
  readonly head: string;
  /** By fingerprint. */
  readonly symptoms: ReadonlyMap<string, Remembered<SymptomBlock>>;
  /** By id; the latest version of each, including closed ones. */
  readonly causes: ReadonlyMap<string, Remembered<PriorCauseBlock>>;
};

/** One log entry: what was learned or said, and when it was recorded. */
export type MemoryEntry = {
  readonly change: MemoryChange;
  readonly atMs: number;
  readonly remembered: Remembered<SymptomBlock | PriorCauseBlock>;
};

type NamedFrame = { readonly change: MemoryChange; readonly frame: FrameId; readonly atMs: number };

/** An empty memory, for runs that should not remember. */
export const emptyMemory: MemoryView = { head: NO_MEMORY, symptoms: new Map(), causes: new Map() };

const GROUP = 256;
const decoder = new TextDecoder();

/** Returns the digest of the present memory, or `none`. It does not depend on when things were learned. */
export async function memoryHead(store: StoreReader): Promise<string> {
  let head: string = NO_MEMORY;
  for await (const { value } of everyEntry(store, MEMORY_LOG)) head = extendHead(head, value);
  return head;
}

function extendHead(head: string, value: string): string {
  return taggedHash('penumbra/memory-head/1', [head, value]);
}

/** Reads the memory at a head; throws `digest-mismatch` if the log never had it. */
export async function readMemory(
  { store }: Pick<Ledger, 'store'>,
  { head }: { readonly head: string },
): Promise<MemoryView> {
  if (head === NO_MEMORY) return emptyMemory;
  const symptoms = new Map<string, Remembered<SymptomBlock>>();
  const causes = new Map<string, Remembered<PriorCauseBlock>>();
  for await (const { remembered } of entriesOf(store, lastMentions(await framesUpTo(store, head)))) {
    const { block } = remembered;
    // A later frame about the same subject replaces the earlier one.
    if ('fingerprint' in block) symptoms.set(block.fingerprint, { ...remembered, block });
    else if (outranks(causes.get(block.id), { ...remembered, block }))
      causes.set(block.id, { ...remembered, block });
  }
  return { head, symptoms, causes };
}

/** Reads every entry of the log, oldest first: the full history behind the memory. */
export async function readMemoryEntries({ store }: Pick<Ledger, 'store'>): Promise<readonly MemoryEntry[]> {
  return Array.fromAsync(entriesOf(store, await framesUpTo(store, null)));
}

/**
 * INVARIANT (people outrank machines): what a run learned replaces a person's statement only if the run knew
 * of it, so that in joined ledgers no later run undoes a correction it had not seen.
 */
function outranks(
  standing: Remembered<PriorCauseBlock> | undefined,
  { basis, block }: Remembered<PriorCauseBlock>,
): boolean {
  const isOverruled = standing?.block.person !== undefined && block.person === undefined;
  return !isOverruled || basis.inputs.includes(standing.frame);
}

/** Yields the content of frames in order; a frame whose content was removed is no longer remembered. */
async function* entriesOf(store: StoreReader, named: readonly NamedFrame[]): AsyncGenerator<MemoryEntry> {
  for (let start = 0; start < named.length; start += GROUP) {
    const group = named.slice(start, start + GROUP);
    const records = await readFrames(
      store,
      group.map(({ frame }) => frame),
    );
    for (const [index, record] of records.entries()) {
      const remembered = toRemembered(record);
      const { change, atMs } = group[index] as NamedFrame;
      if (remembered !== null) yield { change, atMs, remembered };
    }
  }
}

/** Keeps only the last mention of each frame. */
function lastMentions(named: readonly NamedFrame[]): readonly NamedFrame[] {
  const last = new Map<FrameId, NamedFrame>();
  for (const one of named) {
    last.delete(one.frame);
    last.set(one.frame, one);
  }
  return [...last.values()];
}

/** Returns the frames that the log names up to a head, or up to its end, oldest first. */
async function framesUpTo(store: StoreReader, head: string | null): Promise<readonly NamedFrame[]> {
  const named: NamedFrame[] = [];
  let reached: string = NO_MEMORY;
  for await (const { value, stamp } of everyEntry(store, MEMORY_LOG)) {
    reached = extendHead(reached, value);
    named.push({ ...entryIn(value), atMs: recordedMsOf(stamp) });
    if (reached === head) return named;
  }
  if (head === null) return named;
  throw new PenumbraError('digest-mismatch', `log \`${MEMORY_LOG}\` was never at ${cite(head)}`, {
    data: { log: MEMORY_LOG, digest: head },
    hint: 'memories were merged since, or the ledger is another one; investigate again',
  });
}

function entryIn(value: string): Pick<NamedFrame, 'change' | 'frame'> {
  const { change, frame } = (parseCanonical(value) ?? {}) as { readonly [key: string]: CanonicalValue };
  const known = memoryChanges.find((one) => one === change);
  if (known !== undefined && typeof frame === 'string' && isId(frame, 'frame'))
    return { change: known, frame };
  throw notMemory(value);
}

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
