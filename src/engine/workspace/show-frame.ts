/** Turns a record of a node into what documents show of it. */
import type { NodeFrame } from '../../context/index.ts';
import type { ListedFrame, ShownFrame } from '../../report/index.ts';
import { showContent } from './show-content.ts';

/** Returns a record without what it says. */
export function listFrame(path: string, frame: NodeFrame): ListedFrame {
  const { frameId, type, agent, recordedAs, sequence, recordedMs, mediaType, contentId, basisId } = frame;
  const size = frame.content === null ? null : frame.content.length;
  const made = { path, frameId, type, agent, recordedAs, sequence, recordedMs, mediaType, size };
  const { fresh, stale } = frame;
  return { ...made, contentId, basisId, fresh, ...(stale && { stale }) };
}

/** Returns a record with what it says. */
export function showFrame(path: string, frame: NodeFrame): ShownFrame {
  return { ...listFrame(path, frame), content: showContent(frame) };
}
