/**
 * Checks what an archive brings against the ledger it joins: every reference of its logs leads to something that one
 * of the two holds, every frame stands in its own log, what is said to be removed was content of its frames, and the
 * indexes of frames are made from the frames.
 */
import { digestOf, type FrameId, type Id, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { Basis } from '../frames/basis.ts';
import type { Frame } from '../frames/frame.ts';
import { indexEntries } from '../frames/put-frame.ts';
import type { IndexEntry } from '../store/batch.ts';
import type { LogEntry } from '../store/log.ts';
import type { Maintenance } from '../store/store.ts';
import type { Tombstone } from '../store/stored-object.ts';
import { createPlacements, createUnclaimedTombstones, type Misplacement } from '../tracing/placements.ts';
import { everyReference, type Reference, tryEntryReferences } from '../tracing/references.ts';
import { type BrokenReference, trace } from '../tracing/trace.ts';
import { archiveInvalid } from './archive-format.ts';

/** Takes the parts of an archive as they come. */
export type Arrivals = {
  /** Takes note of a tombstone, and whether it takes an object from the ledger. */
  addTombstone(tombstone: Tombstone, isLoss: boolean): void;
  /** Takes the logs of an archive, after all of its objects. */
  addLog(log: string, entries: readonly LogEntry[]): Promise<void>;
  /** Ends the archive; throws where something is not held, does not stand where it should, or must not be removed. */
  finish(): Promise<void>;
};

const GROUP_ROWS = 256;

/** Starts checking what arrives in a session. */
export function checkArrivals(session: Maintenance): Arrivals {
  const placements = createPlacements();
  const unclaimed = createUnclaimedTombstones();
  const lost = new Set<Sha256>();
  let references: Reference[] = [];
  let adds: IndexEntry[] = [];

  const tracer = {
    seen: new Set<Id>(),
    onBroken: refuseBroken,
    async onFrame(id: FrameId, frame: Frame, basis: Basis | null) {
      refuseMisplaced(placements.addFrame(id, frame));
      unclaimed.claim(frame);
      adds = [...adds, ...indexEntries(id, frame, basis ?? { inputs: [] })];
      if (adds.length >= GROUP_ROWS) await index();
    },
  };

  const index = async (): Promise<void> => {
    for (; adds.length > 0; adds = adds.slice(GROUP_ROWS))
      await session.apply({ adds: adds.slice(0, GROUP_ROWS) });
  };

  const flush = async (): Promise<void> => {
    const roots = references;
    references = [];
    await trace(session, roots, tracer);
    await index();
  };

  return {
    addTombstone(tombstone, isLoss) {
      unclaimed.add(tombstone);
      if (isLoss) lost.add(tombstone.id);
    },
    async addLog(log, entries) {
      for (const { value } of entries) {
        for (const to of requireReferences(log, value)) references.push({ from: log, to });
        refuseMisplaced(placements.addEntry(log, value));
        if (references.length >= GROUP_ROWS) await flush();
      }
    },
    async finish() {
      await flush();
      for (const misplacement of await placements.settle(session)) refuseMisplaced(misplacement);
      for (const { id, fault } of unclaimed.faults()) throw archiveInvalid(`object ${id} ${fault}`);
      if (lost.size > 0) await refuseBreach(session, lost);
    },
  };
}

/** INVARIANT (content only): an erasure never takes what the ledger leads through, whatever an archive says of it. */
async function refuseBreach(session: Maintenance, lost: ReadonlySet<Sha256>): Promise<void> {
  await trace(session, everyReference(session), {
    seen: new Set<Id>(),
    onBroken({ from, to }) {
      if (lost.has(digestOf(to))) throw archiveInvalid(`it erases ${to}, which ${from} names and needs`);
    },
  });
}

function requireReferences(log: string, value: string): readonly Id[] {
  const references = tryEntryReferences(log, value);
  if (!(references instanceof PenumbraError)) return references;
  throw archiveInvalid(`log \`${log}\` holds an entry that does not fit it`, { cause: references });
}

function refuseBroken({ from, to, fault, cause }: BrokenReference): void {
  // The archive's own objects were verified and have mended what they could; the rest is for a validation to tell.
  if (cause) return;
  if (!fault.startsWith('missing')) throw archiveInvalid(`${to}, named by ${from}, is ${fault}`);
  throw archiveInvalid(`${from} names ${to}, which neither the archive nor the ledger holds`, {
    hint: 'import the archive of the ledger that has it first, or export again with a newer penumbra',
  });
}

function refuseMisplaced(misplacement: Misplacement | null): void {
  if (misplacement) throw archiveInvalid(`${misplacement.frame} ${misplacement.fault}`);
}
