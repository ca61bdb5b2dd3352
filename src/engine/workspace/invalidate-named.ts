/** Answers `invalidate`: declares records invalid, those that stand at a path or one by its id. */
import { type FrameId, PenumbraError } from '../../kernel/index.ts';
import { resolveId } from '../../ledger/index.ts';
import type { InvalidationDocument } from '../../report/index.ts';
import type { OpenedWorkspace } from './open-workspace.ts';
import { requireTypes } from './require-types.ts';

/** What to invalidate, and who says so. */
type NamedInvalidation = {
  /** A path of the tree, or the id of a record or the beginning of it. */
  readonly what: string;
  readonly type?: string;
  readonly agent: string;
};

const FRAME = /^(?:frame:)?[0-9a-f]{4,64}$/i;

/** Invalidates records and returns which. */
export async function invalidateNamed(
  workspace: OpenedWorkspace,
  { what, type, agent }: NamedInvalidation,
): Promise<InvalidationDocument> {
  const port = workspace.as(agent, 'writer');
  if (type !== undefined) requireTypes(workspace, [type]);
  const isPath = (await workspace.tree()).at(what) !== undefined || !FRAME.test(what);
  if (!isPath && type !== undefined)
    throw new PenumbraError('usage', '`--type` narrows a path, and this is the id of one record', {
      hint: 'leave it out',
    });
  const request = isPath
    ? {
        path: (await workspace.getNode(what, { maxFrames: 0 })).node.path,
        ...(type !== undefined && { type }),
      }
    : { frameId: (await resolveId(workspace.ledger.store, what, 'frame')) as FrameId };
  return { invalidated: await port.invalidate(request), by: agent };
}
