/** Anchor files: one printed anchor, or the list kept for a ledger. */
import { createReadStream } from 'node:fs';
import { type AuditAnchor, readAnchor } from '../../../guard/index.ts';
import { cite, fields, listOf, oneOf, PenumbraError, satisfying } from '../../../kernel/index.ts';

const MOST_CHAINS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
const anything = satisfying(() => true, 'a value');
const listShape = fields({ schema: oneOf(['penumbra.anchors/1']), anchors: listOf(anything, MOST_CHAINS) }, [
  'schema',
  'anchors',
]);

/** Reads the anchors of a file; null if the file does not exist. */
export async function readAnchorFile(file: string): Promise<readonly AuditAnchor[] | null> {
  const text = await readText(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error instanceof PenumbraError ? error : unreadable(file, error);
  });
  if (text === null) return null;
  const value = parseJson(text, file);
  const isList = listShape(value, 'the file').length === 0;
  const anchors = isList ? (value as { readonly anchors: readonly unknown[] }).anchors : [value];
  return anchors.map((anchor) => readAnchor(anchor, cite(file)));
}

/** Formats anchors for storage. */
export function formatAnchors(anchors: readonly AuditAnchor[]): string {
  return `${JSON.stringify({ schema: 'penumbra.anchors/1', anchors }, null, 2)}\n`;
}

/** A device may never end, and a pipe does not report its length. */
async function readText(file: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of createReadStream(file, { end: MOST_BYTES })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length <= MOST_BYTES) return bytes.toString('utf8');
  throw new PenumbraError('unreadable-input', `${cite(file)} is too long to be a file of anchors`, {
    hint: 'name a file that `penumbra audit anchor` printed',
  });
}

function unreadable(file: string, cause: Error): PenumbraError {
  return new PenumbraError('unreadable-input', `cannot read ${cite(file)}: ${cause.message}`, { cause });
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PenumbraError('unreadable-input', `${cite(file)} is not JSON`, {
      hint: 'name a file that `penumbra audit anchor` printed, unchanged',
      cause,
    });
  }
}
