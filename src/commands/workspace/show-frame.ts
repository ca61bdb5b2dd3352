/** Turns a record of a node into what documents show of it. */
import type { NodeFrame } from '../../context/index.ts';
import type { ListedFrame, ShownFrame } from '../../report/index.ts';

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

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns what a document shows of content; null where it was removed by the rules. */
function showContent({
  content,
  mediaType,
}: {
  readonly content: Uint8Array | null;
  readonly mediaType: string;
}): unknown {
  if (content === null) return null;
  const text = textOf(content);
  if (text === null) return { base64: Buffer.from(content).toString('base64') };
  return mediaType === 'application/json' ? parsed(text) : text;
}

function textOf(content: Uint8Array): string | null {
  try {
    return decoder.decode(content);
  } catch {
    return null;
  }
}

/** What calls itself JSON and is none is shown as the text it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
