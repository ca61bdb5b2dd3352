/** Entries of frame logs: each names one frame, in one form, and nothing else. */
import { cite, type FrameId, isId, PenumbraError } from '../../kernel/index.ts';

const FRAME_LOG = /^frame\/([0-9a-f]{64})\/(.+)$/;
const BEFORE_ID = '{"frame":"';
const AFTER_ID = '"}';

/** Returns the parts of the name of a frame log, or null for any other log. */
export function splitFrameLog(log: string): { readonly subjectHash: string; readonly type: string } | null {
  const [, subjectHash, type] = FRAME_LOG.exec(log) ?? [];
  return subjectHash === undefined || type === undefined ? null : { subjectHash, type };
}

/** Returns what a frame's log holds for it, which is canonical JSON. */
export function frameLogValue(frameId: FrameId): string {
  return `${BEFORE_ID}${frameId}${AFTER_ID}`;
}

/** Tells whether a value can stand in a frame log. */
export function isFrameLogValue(value: string): boolean {
  const id = value.slice(BEFORE_ID.length, -AFTER_ID.length);
  return isId(id, 'frame') && frameLogValue(id) === value;
}

/** Reads the frame's id back from an entry of a frame log, or throws `log-corrupt`. */
export function frameIdIn(log: string, value: string): FrameId {
  if (isFrameLogValue(value)) return value.slice(BEFORE_ID.length, -AFTER_ID.length) as FrameId;
  throw new PenumbraError('log-corrupt', `log \`${log}\` holds ${cite(value)}, which names no frame`, {
    data: { log },
    hint: 'run `penumbra validate` to see what it affects, and import an export of a whole copy',
  });
}
