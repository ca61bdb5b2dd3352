/** Stores producer results. Content that was erased on request is skipped without affecting the rest. */
import {
  type BasisId,
  type ContentId,
  contentId,
  digestOf,
  type FrameId,
  isId,
  makeId,
  PenumbraError,
  type Sha256,
} from '../../kernel/index.ts';
import {
  BASIS_INDEX,
  type Frame,
  type FrameDraft,
  type Ledger,
  parseFrame,
  putFrames,
  type StoreReader,
} from '../../ledger/index.ts';

/** Writes drafts, except those whose content may not be stored again. */
export async function keepProduced(ledger: Ledger, drafts: readonly FrameDraft[]): Promise<void> {
  for (let left = drafts; left.length > 0; ) {
    try {
      await putFrames(ledger, left);
      return;
    } catch (error) {
      const rest = withoutErased(left, error);
      if (rest.length === left.length) throw error;
      left = rest;
    }
  }
}

function withoutErased(drafts: readonly FrameDraft[], error: unknown): readonly FrameDraft[] {
  if (!(error instanceof PenumbraError) || error.code !== 'erased') return drafts;
  const erased = makeId('content', (error.data as { readonly object: Sha256 }).object);
  return drafts.filter(({ content }) => contentId(content) !== erased);
}

/** The type and agent of the frames to find. */
type Produced = { readonly type: string; readonly agent: string };

/** Returns the content made from each basis, if both frame and content exist; batches its reads. */
export async function findProduced(
  store: StoreReader,
  produced: Produced,
  bases: readonly BasisId[],
): Promise<ReadonlyMap<BasisId, Uint8Array>> {
  const members = await Promise.all(bases.map((basis) => store.listMembers(BASIS_INDEX, basis, {})));
  const frameIds = members.flat().filter((member): member is FrameId => isId(member, 'frame'));
  const contents = new Map<BasisId, ContentId>();
  for (const bytes of await store.getMany(frameIds.map(digestOf))) {
    const frame = bytes && parseFrame(bytes);
    if (frame && isOf(produced, frame) && !contents.has(frame.basis))
      contents.set(frame.basis, frame.content);
  }
  const found = await store.getMany(Array.from(contents.values(), digestOf));
  const entries = Array.from(contents.keys(), (basis, position) => [basis, found[position]] as const);
  return new Map(entries.filter((entry): entry is [BasisId, Uint8Array] => entry[1] instanceof Uint8Array));
}

function isOf({ type, agent }: Produced, frame: Frame): boolean {
  return frame.type === type && frame.agent === agent;
}
