/** Answers `put`: appends a record to what stands at a path, with its content in the form its type takes. */
import { resolveNode } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import { type CanonicalValue, canonicalText, PenumbraError } from '../../kernel/index.ts';
import type { PutDocument } from '../../report/index.ts';
import { requireType } from './require-types.ts';

/** A record to be put. Content is bytes, a text, or for JSON types any value; `{base64}` stands for bytes. */
type NamedPut = {
  readonly path: string;
  readonly type: string;
  readonly agent: string;
  readonly content: unknown;
};

/** Puts a record. Whatever cannot be put is refused before anything is written. */
export async function putNamed(
  workspace: OpenedWorkspace,
  { path: named, type, agent, content }: NamedPut,
): Promise<PutDocument> {
  const port = workspace.as(agent, 'writer');
  // The record of a node covers every frame it ever had, and a put is not to grow with these.
  const node = resolveNode(await workspace.tree(), named);
  const { mediaType } = requireType(workspace, type);
  const form = mediaType === 'application/json' ? jsonForm(content) : plainForm(content);
  const { frameId, isNew } = await port.putFrame({ path: node.path, type, content: form });
  return { frameId, path: node.path, type, agent, isNew };
}

/** A file or a text that holds JSON is taken as what it holds, in any layout. */
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
