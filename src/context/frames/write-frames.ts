/** Validates frames before they are written, and invalidates frames. */
import { cite, digestOf, type FrameId, isId, PenumbraError } from '../../kernel/index.ts';
import {
  type Basis,
  type BasisInput,
  basisObject,
  type FrameDraft,
  frameBatch,
  framesIn,
  type Precondition,
  type PreparedFrame,
  parseFrame,
  type Subject,
} from '../../ledger/index.ts';
import type { TreeNode } from '../scan/tree.ts';
import { invalidation } from '../snapshot/frame-places.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { requireNode } from './resolve-node.ts';

/** A frame to write. */
export type FrameInput = {
  /** The path of the node it is about. */
  readonly path: string;
  readonly type: string;
  /** Bytes, or a text encoded as UTF-8. JSON types require canonical JSON. */
  readonly content: Uint8Array | string;
  /** All its inputs, including the subject; defaults to the bytes of the subject. */
  readonly basis?: Basis | readonly BasisInput[];
  /** The author, which must be the caller. */
  readonly agent?: string;
};

/** Returns a frame's draft and the batch that writes it, or throws at the first failed check. */
export async function checkFrameInput(
  snapshot: Snapshot,
  input: FrameInput,
  agentId: string,
): Promise<PreparedFrame & { readonly draft: FrameDraft }> {
  const node = requireNode(snapshot, input.path);
  const basis = basisOf(input, node);
  await requireInputs(snapshot, node, basis);
  if (input.agent !== undefined && input.agent !== agentId)
    throw new PenumbraError(
      'unauthorized',
      `${cite(agentId)} cannot write in the name of ${cite(String(input.agent))}`,
      {
        data: { agent: agentId },
        hint: 'write in your own name, or act as the other agent',
      },
    );
  const subject = { kind: 'node', id: node.path } as const;
  const draft: FrameDraft = { subject, type: input.type, agent: agentId, basis, content: input.content };
  return { draft, ...asInvalidFrame(() => frameBatch(snapshot.ledger, draft)) };
}

function basisOf({ basis }: FrameInput, node: TreeNode): Basis {
  if (basis === undefined) return { inputs: [node.contentId] };
  return Array.isArray(basis) ? { inputs: basis } : (basis as Basis);
}

async function requireInputs(snapshot: Snapshot, node: TreeNode, basis: Basis): Promise<void> {
  asInvalidFrame(() => basisObject(basis));
  const { entries } = await snapshot.lineage(node.path);
  const own = new Set<string | null>([node.contentId, node.nodeId]);
  for (const { contentId, nodeId } of entries) own.add(contentId).add(nodeId);
  const ids = basis.inputs.filter((input) => typeof input === 'string');
  const others = ids.filter((id) => !own.has(id) && !isId(id, 'frame'));
  if (others.length > 0) requireInTree(snapshot, new Set<string>(others));
  await requireFrames(snapshot, framesIn(basis));
  if (ids.some((id) => own.has(id))) return;
  throw new PenumbraError('invalid-frame', `the basis does not include ${cite(node.path)} itself`, {
    data: { path: node.path },
    hint: 'name its content id or node id among the inputs',
  });
}

async function requireFrames({ ledger }: Snapshot, frames: readonly FrameId[]): Promise<void> {
  if (frames.length === 0) return;
  const isPresent = await ledger.store.hasMany(frames.map(digestOf));
  const missing = frames.find((_, index) => !isPresent[index]);
  if (missing === undefined) return;
  throw new PenumbraError('frame-not-found', `the basis names ${missing}, which is not in the ledger`, {
    data: { frame: missing },
    hint: 'put the frames it rests on first',
  });
}

function requireInTree({ tree }: Snapshot, missing: Set<string>): void {
  for (const node of tree.walk()) {
    missing.delete(node.contentId);
    if (missing.size > 0) missing.delete(node.nodeId);
    if (missing.size === 0) return;
  }
  const [input = ''] = missing;
  throw new PenumbraError('invalid-frame', `the basis names ${input}, which is not in the tree`, {
    data: { input },
    hint: 'scan again and read what you rest on anew',
  });
}

/** Converts any error about the parts of a frame to `invalid-frame`. */
function asInvalidFrame<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PenumbraError) || !faultsOfParts.has(error.code)) throw error;
    const { message, data, hint } = error;
    throw new PenumbraError('invalid-frame', message, {
      data,
      cause: error,
      ...(hint !== undefined && { hint }),
    });
  }
}

const faultsOfParts: ReadonlySet<string> = new Set(['usage', 'not-canonical', 'limit-exceeded']);

/** What to invalidate: one frame, or the current frames at a path, all or of one type. */
export type InvalidationRequest =
  | { readonly frameId: FrameId }
  | { readonly path: string; readonly type?: string | undefined };

/** Invalidates frames and returns them, or the precondition of the snapshot that no longer holds. */
export async function invalidateFrames(
  snapshot: Snapshot,
  request: InvalidationRequest,
  agentId: string,
): Promise<readonly FrameId[] | { readonly unmet: Precondition }> {
  const { store, clock } = snapshot.ledger;
  const frames = await framesToInvalidate(snapshot, request);
  const appends = frames.map(({ subject, frameId }) => invalidation(subject, frameId, agentId));
  if (appends.length === 0) return [];
  const outcome = await store.commit({ atMs: clock.now(), requires: snapshot.conditions, appends });
  return outcome.committed ? frames.map(({ frameId }) => frameId) : { unmet: outcome.unmet };
}

/** Returns the frames a request refers to, or throws if there are none. */
export async function framesToInvalidate(
  snapshot: Snapshot,
  request: InvalidationRequest,
): Promise<readonly { readonly subject: Subject; readonly frameId: FrameId }[]> {
  if ('frameId' in request) {
    const [bytes] = await snapshot.ledger.store.getMany([digestOf(request.frameId)]);
    if (bytes) return [{ subject: parseFrame(bytes).subject, frameId: request.frameId }];
    throw new PenumbraError('frame-not-found', `${request.frameId} is not in the ledger`);
  }
  const { path, type } = request;
  requireNode(snapshot, path);
  const places = await snapshot.current(path);
  return places
    .filter((place) => type === undefined || place.type === type)
    .map(({ frameId, recordedAs }) => ({ frameId, subject: { kind: 'node', id: recordedAs } }));
}
