/**
 * Opens a workspace: its ledger, its files, its repository, and the parsers and counters that are loaded on
 * first use.
 */
import { openFileTree, openScanIndex } from '../adapters/files/index.ts';
import { openOwnGitReader, openRepository } from '../adapters/git/index.ts';
import { openSyntaxParser } from '../adapters/parsers/index.ts';
import { openTokenCounter } from '../adapters/tokens/index.ts';
import {
  type ByteText,
  bytesOf,
  type CustomOrder,
  type CustomPolicies,
  createHistoryProducer,
  createProducers,
  createWorkspace,
  type FileTree,
  type HistoryInput,
  rescanTree,
  type Scan,
  scanTree,
  type Workspace,
} from '../context/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { GitReader } from '../tools/index.ts';
import { type OpenLedgerOptions, openLedger, openLedgerToRead } from './open-ledger.ts';
import { ignoringFiles, ownFiles } from './own-files.ts';
import { findWorkspaceRoot } from './workspace-root.ts';

/** Which workspace to open. */
export type OpenWorkspaceOptions = Omit<OpenLedgerOptions, 'workspace'> & {
  /** The directory; defaults to the nearest workspace at or above the current directory. */
  readonly root?: string | undefined;
  /** Creates no ledger if there is none, and answers as an empty one would. */
  readonly toRead?: boolean;
  /** Synthesis policies in addition to the built-in ones. */
  readonly policies?: CustomPolicies | undefined;
  /** Composition orders in addition to the built-in ones. */
  readonly orders?: readonly CustomOrder[] | undefined;
};

/** A workspace that knows its location, for adapters only. */
export type OpenedWorkspace = Workspace & { readonly directory: string; readonly ledger: Ledger };

/** The largest file that producers read; larger files are data. */
const MOST_SOURCE_BYTES = 8 * 1024 * 1024;

/**
 * Opens a workspace; close it when done.
 *
 * @example
 * const workspace = await openWorkspace({ root: '.' });
 * await workspace.scan();
 * await workspace.as('person', 'writer').putFrame({ path: 'src/a.ts', type: 'note', content: 'mind the order' });
 */
export async function openWorkspace(options: OpenWorkspaceOptions = {}): Promise<OpenedWorkspace> {
  const { root, toRead = false, policies, orders, environment = process.env, ...rest } = options;
  const found = { ...rest, environment, ...(root !== undefined && { workspace: root }) };
  const directory = findWorkspaceRoot(found).path;
  const ledger = await (toRead ? openLedgerToRead : openLedger)({ ...found, workspace: directory });
  const files = openFileTree(directory);
  const git = openOwnGitReader(directory);
  // A ledger among the files must not change the tree it records.
  const repository = ignoringFiles(openRepository(directory), { directory, files: ownFiles(ledger) });
  const ports = { files, repository, index: openScanIndex(directory) };
  let seen: Scan | null = null;
  const workspace = await createWorkspace({
    ledger,
    scan: ({ previous, hints, force = false }) => {
      seen = previous && hints && !force ? rescanTree(ports, previous, hints) : scanTree(ports, { force });
      return seen;
    },
    read: (path) => readSource(files, seen?.tree.bytePath(path)),
    compose: { counter: openTokenCounter(), orders },
    producers: createProducers(openSyntaxParser()),
    outside: [createHistoryProducer(() => presentHistory(git))],
    policies,
    observe: async (name) => (name === 'git-revision' ? revisionOf(git) : undefined),
  });
  return { ...workspace, directory, ledger };
}

function readSource(files: FileTree, path: ByteText | undefined): Uint8Array | undefined {
  if (path === undefined) return undefined;
  const { bytes } = files.readSmall(path, MOST_SOURCE_BYTES);
  return bytes === undefined ? undefined : bytesOf(bytes);
}

function presentHistory(git: GitReader): HistoryInput | null {
  const head = git.revision();
  return head && { revision: head.commit, depth: head.depth, log: () => git.log(head.commit) };
}

function revisionOf(git: GitReader): string | null {
  const head = git.revision();
  return head && `${head.commit} ${head.depth}`;
}
