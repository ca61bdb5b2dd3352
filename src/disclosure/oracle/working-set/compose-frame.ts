/** Turns a frame of the ledger into one the oracle can offer, by what its type declares; undeclared is locked. */
import { type CanonicalValue, type FrameId, freezeCanonical, parseFrozen } from '../../../kernel/index.ts';
import type { DisclosureDefaults, FrameRecord, FrameType } from '../../../ledger/index.ts';
import type { ComposedFrame } from './collect-candidates.ts';

const undeclared: DisclosureDefaults = {
  kind: 'undeclared',
  visibility: 'system',
  precision: 'locked',
  slice: 'facts',
};
const decoder = new TextDecoder();

/** Returns a frame as a candidate of the context, or null where its content is gone or has no text. */
export function composeFrame(
  { id, frame, content }: FrameRecord,
  type: FrameType | undefined,
  isStale = false,
): ComposedFrame | null {
  if (frame === null || content === null || frame.mediaType === 'application/octet-stream') return null;
  const payload =
    frame.mediaType === 'application/json'
      ? parseFrozen(content)
      : freezeCanonical({ text: decoder.decode(content) });
  return composeContent({ handle: id, agent: frame.agent, payload }, type, isStale);
}

/** Returns content as a candidate, where the frame that holds it was just written and need not be read. */
export function composeContent(
  {
    handle,
    agent,
    payload,
  }: { readonly handle: FrameId; readonly agent: string; readonly payload: CanonicalValue },
  type: FrameType | undefined,
  isStale = false,
): ComposedFrame {
  const { kind, visibility, precision, slice } = type?.disclosure ?? undeclared;
  return {
    handle,
    kind,
    slice,
    payload,
    provenance: { source: agent, event_ids: [], rule_refs: [] },
    visibility,
    owner: agent,
    precision,
    precise: [],
    ...(isStale && { isStale }),
  };
}
