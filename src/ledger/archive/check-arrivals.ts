/**
 * Checks what an archive brings against the ledger it joins: every reference of its logs leads to something that one
 * of the two holds, every frame stands in its own log, and the indexes of frames are made from the frames.
 */
import { type FrameId, type Id, PenumbraError } from '../../kernel/index.ts';
import type { Basis } from '../frames/basis.ts';
import type { Frame } from '../frames/frame.ts';
import { indexEntries } from '../frames/put-frame.ts';
import type { LogEntry } from '../store/log.ts';
import type { IndexEntry } from '../store/precondition.ts';
import type { Maintenance } from '../store/store.ts';
import { type Reference, tryEntryReferences } from '../tracing/references.ts';
import { createStanding, type Misplacement } from '../tracing/standing.ts';
import { type BrokenReference, trace } from '../tracing/trace.ts';
import { archiveInvalid } from './archive-format.ts';

/** Takes the logs of an archive as they come, after all of its objects. */
export type Arrivals = {
  addLog(log: string, entries: readonly LogEntry[]): Promise<void>;
  /** Ends the logs; throws where something is not held or does not stand where it should. */
  finish(): Promise<void>;
};

const GROUP_ROWS = 256;

/** Starts checking what arrives in a session. */
export function checkArrivals(session: Maintenance): Arrivals {
  const standing = createStanding();
  let references: Reference[] = [];
  let adds: IndexEntry[] = [];

  const tracer = {
    seen: new Set<Id>(),
    onBroken: refuseBroken,
    async onFrame(id: FrameId, frame: Frame, basis: Basis | null) {
      refuseMisplaced(standing.addFrame(id, frame));
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
    async addLog(log, entries) {
      for (const { value } of entries) {
        for (const to of requireReferences(log, value)) references.push({ from: log, to });
        refuseMisplaced(standing.addEntry(log, value));
        if (references.length >= GROUP_ROWS) await flush();
      }
    },
    async finish() {
      await flush();
      for (const misplacement of await standing.settle(session)) refuseMisplaced(misplacement);
    },
  };
}

function requireReferences(log: string, value: string): readonly Id[] {
  const references = tryEntryReferences(log, value);
  if (!(references instanceof PenumbraError)) return references;
  throw archiveInvalid(`log \`${log}\` holds an entry that does not fit it`, { cause: references });
}

function refuseBroken({ from, to, fault, cause }: BrokenReference): never {
  // The archive's own objects were verified, so a corrupt one is the ledger's.
  if (cause) throw cause;
  if (!fault.startsWith('missing')) throw archiveInvalid(`${to}, named by ${from}, is ${fault}`);
  throw archiveInvalid(`${from} names ${to}, which neither the archive nor the ledger holds`, {
    hint: 'import the archive of the ledger that has it first, or export again with a newer penumbra',
  });
}

function refuseMisplaced(misplacement: Misplacement | null): void {
  if (misplacement) throw archiveInvalid(`${misplacement.frame} ${misplacement.fault}`);
}
