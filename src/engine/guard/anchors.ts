/**
 * The anchors of ledgers, kept beside the keys and so out of reach of who can only write a ledger: a file for each
 * ledger, with the newest head of each of its chains. An anchor moves forward along its chain and never back, and stays
 * where the ledger no longer holds what it names, for then it is the proof.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AuditAnchor, type AuditHead, holdsAnchor, readAnchor, signAnchor } from '../../guard/index.ts';
import {
  canonicalShortHash,
  cite,
  fields,
  listOf,
  oneOf,
  PenumbraError,
  type Signer,
  satisfying,
} from '../../kernel/index.ts';
import type { Store } from '../../ledger/index.ts';
import { writeTextFile } from '../write-text-file.ts';
import { withFileLock } from './audit-file-lock.ts';

/** What became of an anchor: moved, left because it is as new, or left because the ledger no longer fits it. */
export type KeptAnchor = 'moved' | 'as-new' | 'contradicted';

/** The anchors beside the keys. */
export type Anchors = {
  /** Returns where the anchors of a ledger are kept. */
  fileOf(location: string): string;
  /** Returns the anchors of a ledger; none where none were made. */
  read(location: string): Promise<readonly AuditAnchor[]>;
  /** Signs the head of a ledger's audit and keeps it. */
  keep(store: Store, head: AuditHead, signer: Signer): Promise<KeptAnchor>;
};

const MOST_CHAINS = 10_000;
const anything = satisfying(() => true, 'a value');
const listShape = fields({ schema: oneOf(['penumbra.anchors/1']), anchors: listOf(anything, MOST_CHAINS) }, [
  'schema',
  'anchors',
]);

/** Opens the anchors in a directory of the configuration. */
export function openAnchors(configDirectory: string): Anchors {
  const fileOf = (location: string): string =>
    join(configDirectory, 'anchors', `${canonicalShortHash(location)}.json`);
  const read = async (location: string): Promise<readonly AuditAnchor[]> =>
    (await readAnchorFile(fileOf(location))) ?? [];

  return {
    fileOf,
    read,
    keep: async (store, head, signer) => {
      const file = fileOf(store.location);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      return withFileLock(file, async () => {
        const kept = await read(store.location);
        const before = kept.find(({ chain }) => chain === head.chain);
        if (before !== undefined && before.sequence >= head.sequence) return 'as-new';
        if (before !== undefined && !(await holdsAnchor(store, before))) return 'contradicted';
        const others = kept.filter(({ chain }) => chain !== head.chain);
        const anchor = await signAnchor(head, { ledger: store.location, signer });
        await writeTextFile(file, writeAnchors([...others, anchor]));
        return 'moved';
      });
    },
  };
}

/** Reads the anchors of a file, one as it was printed or those kept of a ledger; null where there is no file. */
export async function readAnchorFile(file: string): Promise<readonly AuditAnchor[] | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new PenumbraError('unreadable-input', `cannot read ${cite(file)}: ${error.message}`, {
      cause: error,
    });
  });
  if (text === null) return null;
  const value = parseJson(text, file);
  const isList = listShape(value, 'the file').length === 0;
  const anchors = isList ? (value as { readonly anchors: readonly unknown[] }).anchors : [value];
  return anchors.map((anchor) => readAnchor(anchor, cite(file)));
}

function writeAnchors(anchors: readonly AuditAnchor[]): string {
  return `${JSON.stringify({ schema: 'penumbra.anchors/1', anchors }, null, 2)}\n`;
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
