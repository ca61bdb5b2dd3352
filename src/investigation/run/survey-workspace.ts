/** Reads the workspace once, at the start of a run: its tree, its revision, and the depth of its history. */
import { basename } from 'node:path';
import { hostRootsOf, openDisk, openFileTree, openScanIndex } from '../../adapters/files/index.ts';
import { openOwnGitReader, openRepository } from '../../adapters/git/index.ts';
import { scanTree, type Tree } from '../../context/index.ts';
import { ignoringFiles } from '../../engine/index.ts';
import { type ContentId, digestOf, type HostRoot } from '../../kernel/index.ts';
import type { HistoryDepth } from '../../record/index.ts';
import type { GitReader } from '../../tools/index.ts';

/** A workspace as a run sees it from start to end. */
export type Survey = {
  /** The directory, for adapters only. */
  readonly directory: string;
  readonly name: string;
  readonly tree: Tree;
  /** Covers every name, kind and byte of the tree. */
  readonly rootDigest: string;
  readonly revision: string | null;
  readonly history: HistoryDepth;
  readonly disk: ReturnType<typeof openDisk>;
  readonly git: GitReader;
  contentOf(path: string): ContentId | undefined;
  /** Returns where the root of that key is on this host, so that it can be kept from agents. */
  hostRoots(key: string): readonly HostRoot[];
};

/** Surveys a workspace; `own` lists files the program itself writes, which are ignored. */
export function surveyWorkspace(directory: string, own: readonly string[] = []): Survey {
  const scan = scanTree({
    files: openFileTree(directory),
    repository: ignoringFiles(openRepository(directory), { directory, files: own }),
    index: openScanIndex(directory),
  });
  const git = openOwnGitReader(directory);
  const head = git.revision();
  const contents = new Map<string, ContentId>();
  for (const { path, kind, contentId } of scan.tree.walk())
    if (kind !== 'directory') contents.set(path, contentId);
  return {
    directory,
    name: basename(directory),
    tree: scan.tree,
    rootDigest: digestOf(scan.root),
    revision: head?.commit ?? null,
    history: head?.depth ?? 'none',
    disk: openDisk(),
    git,
    contentOf: (path) => contents.get(path),
    hostRoots: (key) => hostRootsOf({ [key]: directory }),
  };
}
