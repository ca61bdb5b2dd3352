/** Brings back the frames a pack was compiled from, as they were shown then, out of the ledger alone. */
import { type CanonicalValue, PenumbraError, shortId } from '../../kernel/index.ts';
import { type FrameRecord, type Ledger, readFrames } from '../../ledger/index.ts';
import { type ComposedFrame, composeFrame } from '../../oracle/index.ts';
import { COURT_VIEW } from '../frame-types.ts';
import type { RequestedFrame } from '../investigate/ask/pack-request-document.ts';

/** Composes the frames of a request again, or throws `frame-not-found` for one whose content is gone. */
export async function recomposeFrames(
  { store, types }: Ledger,
  requested: readonly RequestedFrame[],
): Promise<readonly ComposedFrame[]> {
  const records = await readFrames(
    store,
    requested.map(({ handle }) => handle),
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  return requested.map((frame) => {
    const record = byId.get(frame.handle);
    const composed = record && composeFrame(record, types.get(record.frame?.type ?? ''), frame.is_stale);
    if (!record || !composed) throw goneFrame(frame);
    return {
      ...composed,
      kind: frame.kind,
      slice: frame.slice,
      payload: shownPayload(record, composed.payload),
    };
  });
}

/** What a seat of the court was shown is kept as a block with its kind, of which a pack holds the payload alone. */
function shownPayload({ frame }: FrameRecord, content: CanonicalValue): CanonicalValue {
  if (frame?.type !== COURT_VIEW) return content;
  return (content as { readonly payload: CanonicalValue }).payload;
}

function goneFrame({ handle }: RequestedFrame): PenumbraError {
  return new PenumbraError(
    'frame-not-found',
    `the record ${shortId(handle)} is gone, which the pack told of`,
    {
      data: { frame: handle },
      hint: 'import an export of the ledger that still has it',
    },
  );
}
