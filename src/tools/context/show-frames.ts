/** Formats frames for replies, with as many contents as fit. */
import type { NodeFrame } from '../../context/index.ts';
import { decodeUtf8, type ReplyValue } from '../../kernel/index.ts';
import { contextLimits } from './context-limits.ts';

type ShownFrame = { readonly [field: string]: ReplyValue };

/** Shows frames in order. A content that no longer fits is left out, and the reply says so. */
export function showFrames(frames: readonly NodeFrame[]): readonly ShownFrame[] {
  let room: number = contextLimits.contentBytes;
  return frames.map((frame) => {
    const { frameId, type, agent, recordedMs, mediaType, fresh, stale, content } = frame;
    const text = content === null ? null : decodeUtf8(content);
    const leftOut = content === null ? 'removed' : content.length > room ? 'bound' : null;
    const reason = leftOut ?? (text === null ? 'binary' : null);
    if (reason === null) room -= content?.length ?? 0;
    return {
      frame: frameId,
      type,
      agent,
      recorded_ms: recordedMs,
      media_type: mediaType,
      is_fresh: fresh,
      // The inputs that changed are not named, because their ids may cover something hidden.
      ...(stale && { stale: stale.reason }),
      ...(reason === null ? { content: text } : { content_left_out: reason }),
    };
  });
}
