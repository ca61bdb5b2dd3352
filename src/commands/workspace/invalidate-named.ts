/** Answers `invalidate`: declares records invalid, those that stand at a path or one by its id. */
import { namesFrame } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import { resolveId } from '../../ledger/index.ts';
import type { InvalidationDocument } from '../../report/index.ts';
import { requireTypes } from './require-types.ts';

/** What to invalidate, and who says so. */
type NamedInvalidation = {
  /** A path of the tree, or the id of a record or the beginning of it. */
  readonly what: string;
  readonly type?: string | undefined;
  readonly agent: string;
};

/** Invalidates records and returns which. */
export async function invalidateNamed(
  workspace: OpenedWorkspace,
  { what, type, agent }: NamedInvalidation,
): Promise<InvalidationDocument> {
  const port = workspace.as(agent, 'writer');
  if (type !== undefined) requireTypes(workspace, [type]);
  const isFrame = namesFrame(await workspace.tree(), what);
  if (isFrame && type !== undefined)
    throw new PenumbraError('usage', '`--type` narrows a path, and this is the id of one record', {
      hint: 'leave it out',
    });
  const request = isFrame
    ? { frameId: await resolveId(workspace.ledger.store, what, 'frame') }
    : { path: (await workspace.getNode(what, { maxFrames: 0 })).node.path, type };
  return { invalidated: await port.invalidate(request), by: agent };
}
