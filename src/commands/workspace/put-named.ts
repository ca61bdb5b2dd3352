/** Implements `put`: appends a record at a path, with its content in the form its type requires. */
import { namesFrame, resolveNode } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import { type CanonicalValue, canonicalText, PenumbraError } from '../../kernel/index.ts';
import { resolveId } from '../../ledger/index.ts';
import type { InvalidationDocument, PutDocument } from '../../report/index.ts';
import { requireType, requireTypes } from './require-types.ts';

/** A record to put. Content is bytes, a text, or for JSON types any value; `{base64}` denotes bytes. */
type NamedPut = {
  readonly path: string;
  readonly type: string;
  readonly agent: string;
  readonly content: unknown;
};

/** Puts a record; an invalid one is rejected before anything is written. */
export async function putNamed(
  workspace: OpenedWorkspace,
  { path: named, type, agent, content }: NamedPut,
): Promise<PutDocument> {
  const port = workspace.as(agent, 'writer');
  // Node records cover every frame the node ever had, and the cost of a put must not grow with them.
  const node = resolveNode(await workspace.tree(), named);
  const { mediaType } = requireType(workspace, type);
  const form = mediaType === 'application/json' ? jsonForm(content) : plainForm(content);
  const { frameId, isNew } = await port.putFrame({ path: node.path, type, content: form });
  return { frameId, path: node.path, type, agent, isNew };
}

/** A file or a text containing JSON is parsed, in any layout. */
function jsonForm(content: unknown): string {
  const isWritten = typeof content === 'string' || content instanceof Uint8Array;
  return canonicalText((isWritten ? parseJson(content) : content) as CanonicalValue);
}

function parseJson(written: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof written === 'string' ? written : new TextDecoder('utf-8', { fatal: true }).decode(written),
    );
  } catch (cause) {
    throw new PenumbraError('invalid-frame', 'the content is not JSON, which its type takes', { cause });
  }
}

function plainForm(content: unknown): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  const { base64 } = (content ?? {}) as { readonly base64?: unknown };
  if (typeof base64 === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(base64))
    return Buffer.from(base64, 'base64');
  throw new PenumbraError('invalid-frame', 'the content is neither a text nor bytes', {
    hint: 'write "content": "text", or "content": {"base64": "…"} for bytes',
  });
}

/** What to invalidate, and which agent does it. */
type NamedInvalidation = {
  /** A path of the tree, or the id of a record or a prefix of it. */
  readonly what: string;
  readonly type?: string | undefined;
  readonly agent: string;
};

/** Invalidates records and returns them. */
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
