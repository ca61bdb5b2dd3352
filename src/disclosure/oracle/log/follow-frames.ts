/** Follows the frames of one type about an oracle's world: their values by handle, read as their log grows. */
import type { FrameId } from '../../../kernel/index.ts';
import { frameLog, type StoreReader, type Subject } from '../../../ledger/index.ts';
import { followLog, LOG_START, type LogPlace } from './follow-log.ts';
import { readLogFrames } from './read-log-frames.ts';

/** Which frames are followed, and how their content is read: null for one that is not valid. */
export type FollowedFrames<Value> = {
  readonly subject: Subject;
  readonly type: string;
  readonly toValue: (handle: FrameId, content: Uint8Array) => Value | null;
};

/** Returns what brings the values up to the log's head. */
export function followFrames<Value extends { readonly handle: FrameId }>(
  store: StoreReader,
  frames: FollowedFrames<Value>,
): () => Promise<ReadonlyMap<string, Value>> {
  const log = frameLog(frames.subject, frames.type);
  let place: LogPlace = LOG_START;
  let values = new Map<string, Value>();
  return async () => {
    const growth = await followLog(store, log, place);
    const added = await readLogFrames(store, { log, ...frames }, growth.entries);
    if (growth.isRestart) values = new Map();
    for (const value of added) values.set(value.handle, value);
    place = growth.place;
    return values;
  };
}
