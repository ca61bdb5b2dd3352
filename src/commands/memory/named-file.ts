/**
 * The file a person names as the cause: its content when the failure was seen, and how it has changed since.
 */
import { openFileTree } from '../../adapters/files/index.ts';
import { bytesOf, findStoredNode, parseGitLog } from '../../context/index.ts';
import type { Survey } from '../../investigation/run/index.ts';
import { type ContentId, cite, didYouMean, makeId, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';

/** A named file, with its content in the run's tree; undefined if it had none. */
export type NamedFile = {
  readonly path: string;
  readonly content: ContentId | undefined;
  readonly isDeleted: boolean;
  /** Whether it has changed since the run saw it. */
  readonly hasChanged: boolean;
};

/** Larger files are not read for checking lines and symbols. */
const MOST_BYTES = 8 * 1024 * 1024;
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const MOST_SUGGESTIONS = 20_000;

/**
 * Looks a path up in the workspace and in the tree of a run, or throws `usage` if no such file ever existed.
 */
export async function namedFile(
  { survey, store, tree }: { readonly survey: Survey; readonly store: StoreReader; readonly tree: string },
  path: string,
): Promise<NamedFile> {
  const now = survey.contentOf(path);
  const node = survey.tree.at(path);
  if (node !== undefined && now === undefined)
    throw new PenumbraError('usage', `${cite(path)} is a directory`, { hint: 'name a file in it' });
  const content = tree === survey.rootDigest ? now : await contentThen(store, { tree, path, now });
  if (now === undefined && content === undefined && !isOfHistory(survey, path)) throw noFile(survey, path);
  return { path, content, isDeleted: now === undefined, hasChanged: now !== content };
}

/** A tree that was not recorded, or was removed, cannot be read; the current content is used instead. */
async function contentThen(
  store: StoreReader,
  { tree, path, now }: { readonly tree: string; readonly path: string; readonly now: ContentId | undefined },
): Promise<ContentId | undefined> {
  try {
    const node = await findStoredNode(store, makeId('content', tree as Sha256), path);
    return node === null || node.kind === 'directory' ? undefined : node.contentId;
  } catch (error) {
    if (error instanceof PenumbraError) return now;
    throw error;
  }
}

/** Returns whether a file was deleted, either since the last commit or in a commit. */
function isOfHistory({ git, revision }: Survey, path: string): boolean {
  if (git.changedPaths()?.includes(path)) return true;
  const log = revision === null ? null : git.log(revision);
  if (log === null) return false;
  for (const { files } of parseGitLog(new TextDecoder().decode(log)))
    if (files.some((change) => change.path === path || ('from' in change && change.from === path)))
      return true;
  return false;
}

function noFile({ tree }: Survey, path: string): PenumbraError {
  const paths: string[] = [];
  for (const { path: known, kind } of tree.walk()) {
    if (kind !== 'directory') paths.push(known);
    if (paths.length >= MOST_SUGGESTIONS) break;
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  const sameName = paths.find((known) => known === name || known.endsWith(`/${name}`));
  const near = sameName === undefined ? didYouMean(path, paths) : ` (did you mean ${cite(sameName)}?)`;
  return new PenumbraError(
    'usage',
    `${cite(path)} is no file of this workspace, nor one that was deleted${near}`,
    {
      data: { path },
      hint: 'name the file as `git ls-files` does; ignored files are none of it',
    },
  );
}

/**
 * Throws `usage` if the current file has no such line or symbol; a file that changed or is gone is not
 * checked.
 */
export function requirePlace(
  { directory, tree }: Survey,
  { path, hasChanged, isDeleted }: NamedFile,
  { line, symbol }: { readonly line?: number | undefined; readonly symbol?: string | undefined },
): void {
  const bytePath = hasChanged || isDeleted ? undefined : tree.bytePath(path);
  if (bytePath === undefined || (line === undefined && symbol === undefined)) return;
  const { bytes } = openFileTree(directory).readSmall(bytePath, MOST_BYTES);
  if (bytes === undefined) return;
  const text = new TextDecoder().decode(bytesOf(bytes));
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (line !== undefined && line > lines)
    throw new PenumbraError('usage', `${cite(path)} has no line ${line}`, {
      hint: lines === 0 ? 'it is empty' : `its lines are 1 to ${lines}`,
    });
  // A symbol may be written with its owner, as `Cart.total`, `Cart#total` or `cart::total`.
  const name = symbol?.split(/[.#/\\]|::/).at(-1) ?? '';
  if (name === '' || text.includes(name)) return;
  const known = new Set([...text.matchAll(IDENTIFIER)].map(([word]) => word).slice(0, MOST_SUGGESTIONS));
  throw new PenumbraError('usage', `${cite(path)} does not mention ${cite(name)}${didYouMean(name, known)}`, {
    hint: 'name a function, method or class as the file spells it, or leave --symbol out',
  });
}
