/**
 * Where frames stand: each in the log of its own subject and type, and in no other frame log. Logs are met in the order
 * of their names and frames in the order of references, so what is not yet known to stand is settled at the end.
 */
import { digestOf, type FrameId, type Sha256 } from '../../kernel/index.ts';
import { frameIdIn, frameLogValue, splitFrameLog } from '../store/log.ts';
import { everyEntry } from '../store/pages.ts';
import type { StoreReader } from '../store/store.ts';
import type { Tombstone } from '../store/stored-object.ts';
import { type Frame, frameLog } from './frame.ts';

/** What is wrong with where a frame stands. */
export type Misplacement = { readonly frame: FrameId; readonly fault: string };

/** Gathers where frames stand. */
export type Placements = {
  /** Takes note of an entry; returns what is wrong where its frame stands in another frame log already. */
  addEntry(log: string, value: string): Misplacement | null;
  /** Takes note of a frame; returns what is wrong where it stands in a log that is not its own. */
  addFrame(id: FrameId, frame: Frame): Misplacement | null;
  has(id: FrameId): boolean;
  /** Tells whether a frame stands in its own log now. */
  isFound(reader: StoreReader, id: FrameId, frame: Frame): Promise<boolean>;
  /** Looks for the frames that were met in no log, in case their logs have them by now. */
  settle(reader: StoreReader): Promise<readonly Misplacement[]>;
};

/** Starts with nothing known. */
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
 * Gathers tombstones and frames; what is left is wrong. Frames stay when their content goes, so a tombstone that
 * came about by the rules has a frame whose content it was and whose agent it names.
 */
export type UnclaimedTombstones = {
  add(tombstone: Tombstone): void;
  claim(frame: Frame): void;
  /** Tells what is wrong, after every frame was announced. */
  faults(): readonly { readonly id: Sha256; readonly fault: string }[];
};

/** Starts with no tombstones. */
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
