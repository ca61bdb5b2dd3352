/**
 * The request for a pack, kept in the ledger beside the pack: with it and the ledger alone, the pack can be
 * compiled again.
 */
import {
  type Directives,
  hasFields,
  idOf,
  isOneOf,
  isText,
  listOf,
  mapOf,
  type PolicyIds,
} from '../../disclosure/index.ts';
import type { PackOptions } from '../../disclosure/lens/index.ts';
import { type ComposedFrame, isCursor, type Pins, type StoryCursor } from '../../disclosure/oracle/index.ts';
import { type CanonicalValue, compareCodePoints, deepFreeze, type FrameId } from '../../kernel/index.ts';

/** The format of requests. */
const PACK_REQUEST_SCHEMA = 'penumbra.pack-request/1';

/** A frame composed into a working set, and how it was shown, which may differ from its type. */
export type RequestedFrame = {
  readonly handle: FrameId;
  readonly kind: string;
  readonly slice: ComposedFrame['slice'];
  readonly is_stale?: true;
};

/** A request in its wire format. */
export type PackRequestDocument = {
  readonly schema: typeof PACK_REQUEST_SCHEMA;
  readonly cursor: StoryCursor;
  readonly consumer: string;
  readonly style: NonNullable<PackOptions['style']>;
  readonly directives: Directives;
  readonly policy_ids: PolicyIds;
  readonly pins: Pins;
  readonly frames: readonly RequestedFrame[];
};

/** Returns the document of a request; the order of the given frames does not matter. */
export function makePackRequest({
  frames,
  ...asked
}: Omit<PackRequestDocument, 'schema' | 'frames'> & {
  readonly frames: readonly ComposedFrame[];
}): PackRequestDocument {
  const requested = frames.map(toRequested).sort((a, b) => compareCodePoints(a.handle, b.handle));
  return { schema: PACK_REQUEST_SCHEMA, ...asked, frames: requested };
}

/** Parses a request, or returns null if the value is not one. */
export function parsePackRequest(value: CanonicalValue): PackRequestDocument | null {
  const isRequest = hasFields(value, {
    schema: isOneOf([PACK_REQUEST_SCHEMA]),
    cursor: isCursor,
    consumer: isText,
    style: mapOf(() => true),
    directives: mapOf(() => true),
    policy_ids: mapOf(idOf('policy')),
    pins: mapOf(() => true),
    frames: listOf(isRequestedFrame),
  });
  return isRequest ? deepFreeze(value as unknown as PackRequestDocument) : null;
}

function toRequested({ handle, kind, slice, isStale }: ComposedFrame): RequestedFrame {
  return { handle: handle as FrameId, kind, slice, ...(isStale && { is_stale: true }) };
}

function isRequestedFrame(frame: unknown): boolean {
  return hasFields(
    frame,
    { handle: idOf('frame'), kind: isText, slice: isOneOf(['facts', 'state', 'compactions']) },
    { is_stale: isOneOf([true]) },
  );
}
