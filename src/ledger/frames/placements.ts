/**
 * Checks that each frame is in the log of its own subject and type, and in no other frame log. Logs arrive
 * sorted by name and frames in order of reference, so frames not yet seen in a log are settled at the end.
 */
import { digestOf, type FrameId, type Sha256 } from '../../kernel/index.ts';
import { frameIdIn, frameLogValue, splitFrameLog } from '../store/log.ts';
import { everyEntry } from '../store/pages.ts';
import type { StoreReader } from '../store/store.ts';
import type { Tombstone } from '../store/stored-object.ts';
import { type Frame, frameLog } from './frame.ts';

/** A frame in the wrong log, or in none. */
export type Misplacement = { readonly frame: FrameId; readonly fault: string };

/** Collects the logs in which frames were seen. */
export type Placements = {
  /** Adds a log entry; returns a fault if its frame is already in another frame log. */
  addEntry(log: string, value: string): Misplacement | null;
  /** Adds a frame; returns a fault if it is in a log other than its own. */
  addFrame(id: FrameId, frame: Frame): Misplacement | null;
  has(id: FrameId): boolean;
  /** Checks whether a frame is in its own log by now. */
  isFound(reader: StoreReader, id: FrameId, frame: Frame): Promise<boolean>;
  /** Looks up frames that were seen in no log, in case they were added meanwhile. */
  settle(reader: StoreReader): Promise<readonly Misplacement[]>;
};

/** Creates an empty collection. */
export function createPlacements(): Placements {
  const logs = new Map<FrameId, string>();
  const unplaced = new Map<FrameId, string>();
  return {
    addEntry(log, value) {
      if (!splitFrameLog(log)) return null;
      const frame = frameIdIn(log, value);
      const other = logs.get(frame) ?? log;
      logs.set(frame, other);
      return other === log ? null : { frame, fault: `stands in log ${other} and in log ${log}` };
    },
    addFrame(frame, { subject, type }) {
      const own = frameLog(subject, type);
      const log = logs.get(frame);
      if (log === undefined) unplaced.set(frame, own);
      return log === undefined || log === own
        ? null
        : { frame, fault: `stands in log ${log} instead of ${own}` };
    },
    has: (id) => logs.has(id),
    async isFound(reader, id, { subject, type }) {
      for await (const { value } of everyEntry(reader, frameLog(subject, type))) {
        if (value === frameLogValue(id)) return true;
      }
      return false;
    },
    async settle(reader) {
      const misplaced: Misplacement[] = [];
      for (const [frame, own] of unplaced) {
        const log = logs.get(frame);
        if (log === undefined) continue;
        unplaced.delete(frame);
        if (log !== own) misplaced.push({ frame, fault: `stands in log ${log} instead of ${own}` });
      }
      for (const [own, frames] of Map.groupBy(unplaced.keys(), (frame) => unplaced.get(frame) as string)) {
        const values = new Set<string>();
        for await (const { value } of everyEntry(reader, own)) values.add(value);
        for (const frame of frames) {
          if (!values.has(frameLogValue(frame)))
            misplaced.push({ frame, fault: `does not stand in log ${own}` });
        }
      }
      return misplaced;
    },
  };
}

/**
 * Matches tombstones with frames and reports the unmatched ones. Frames are kept when their content is
 * removed, so every valid tombstone has a frame that had this content and was written by the agent it names.
 */
export type UnclaimedTombstones = {
  add(tombstone: Tombstone): void;
  claim(frame: Frame): void;
  /** Returns the faults, after all frames were added. */
  faults(): readonly { readonly id: Sha256; readonly fault: string }[];
};

/** Creates an empty matcher. */
export function createUnclaimedTombstones(): UnclaimedTombstones {
  const agents = new Map<Sha256, string>();
  return {
    add: ({ id, agent }) => void agents.set(id, agent),
    claim({ content, agent }) {
      if (agents.get(digestOf(content)) === agent) agents.delete(digestOf(content));
    },
    faults: () =>
      [...agents].map(([id, agent]) => ({
        id,
        fault: `is said to be removed, but is the content of no frame of \`${agent}\``,
      })),
  };
}
