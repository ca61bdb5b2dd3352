/** What the tools of a session know about a workspace beyond its bytes, and how they write about it. */
import { openGitReader } from '../../adapters/git/index.ts';
import {
  diffToTree,
  produceHistory,
  produceTerms,
  readSymbols,
  type Tree,
  type TreeChange,
} from '../../context/index.ts';
import { type CanonicalValue, canonicalText, PenumbraError } from '../../kernel/index.ts';
import { readFrameBases } from '../../ledger/index.ts';
import type {
  ContextChanges,
  ContextFile,
  ContextReader,
  ContextServices,
  FormerState,
} from '../../tools/index.ts';
import type { OpenedWorkspace } from '../open-workspace.ts';

/** The context of a workspace, as a session's tools use it. */
export type WorkspaceContext = {
  readonly means: ContextServices;
  /** Returns the writer for an agent; the agent's role in the workspace is checked on every use. */
  changesOf(agentId: string): ContextChanges;
  /** Rescans paths, for example after a write; without paths, everything. */
  look(paths?: readonly string[]): Promise<void>;
};

/** Opens the context of a workspace and scans its files. */
export async function openContextServices(workspace: OpenedWorkspace): Promise<WorkspaceContext> {
  const { ledger, directory } = workspace;
  const git = openGitReader(directory);
  // Heavy, and used only for symbols.
  const { openSyntaxParser } = await import('../../adapters/parsers/index.ts');
  const parser = openSyntaxParser();
  let tree = (await workspace.look({})).tree;
  let files = filesOf(tree);

  const look = async (hints?: readonly string[]): Promise<Tree> => {
    const seen = (await workspace.look(hints ? { hints } : {})).tree;
    // Data derived from a tree is cached by tree, and remains valid as long as no file changes.
    if (seen.root.contentId === tree.root.contentId) return tree;
    [tree, files] = [seen, filesOf(seen)];
    return tree;
  };
  return {
    means: {
      files: () => files,
      terms: async (given, read) => (await produceTerms(ledger, { files: given, read })).facts,
      history: async () => {
        const head = git.revision();
        const from = head && { revision: head.commit, depth: head.depth };
        return from && produceHistory(ledger, { ...from, log: () => git.log(from.revision) });
      },
      symbols: async ({ path }, bytes) => {
        const symbols = (await readSymbols(parser, { path, bytes })) ?? [];
        return symbols.map(({ name, kind, startLine }) => ({ name, kind, line: startLine }));
      },
      frames: readerOf(workspace, (path) => look([path])),
    },
    changesOf: (agentId) => changesOf(workspace, agentId),
    look: async (paths) => void (await look(paths)),
  };
}

function filesOf(tree: Tree): readonly ContextFile[] {
  return [...tree.walk()].flatMap(({ path, kind, contentId }) =>
    kind === 'file' || kind === 'executable' ? [{ path, contentId }] : [],
  );
}

function readerOf(workspace: OpenedWorkspace, look: ContextReader['look']): ContextReader {
  const { getNode, compose, history, explain, ledger } = workspace;
  return {
    getNode,
    compose,
    history,
    explain,
    look,
    bases: (ids) => readFrameBases(ledger.store, ids),
    formerStates: async (path) => [
      ...(await lineageOf(workspace, path)),
      ...(await unrecordedOf(workspace, path)),
    ],
  };
}

/** What recorded scans saw at a path; empty if none saw it. */
async function lineageOf(workspace: OpenedWorkspace, path: string): Promise<readonly FormerState[]> {
  const isThere = (await workspace.tree()).at(path) !== undefined;
  try {
    // For an existing path, no frame needs to be read.
    if (isThere) return (await workspace.getNode(path, { maxFrames: 0 })).node.lineage;
    return (await workspace.history(path)).lineage;
  } catch (error) {
    if (error instanceof PenumbraError && error.code === 'node-not-found') return [];
    throw error;
  }
}

const differences = new WeakMap<
  Tree,
  { readonly root: string; readonly changes: Promise<readonly TreeChange[]> }
>();

/**
 * What the last scan saw at a path that has changed since; frames may be based on it, and no scan records the
 * change.
 */
async function unrecordedOf(workspace: OpenedWorkspace, path: string): Promise<readonly FormerState[]> {
  const root = (await workspace.scans()).at(-1)?.root;
  if (root === undefined) return [];
  const tree = await workspace.tree();
  const known = differences.get(tree);
  const changes = known?.root === root ? known.changes : diffToTree(workspace.ledger.store, root, tree);
  differences.set(tree, { root, changes });
  const before = (await changes).find((change) => change.path === path)?.before;
  return before ? [{ path, ...before, nodeId: null }] : [];
}

function changesOf(workspace: OpenedWorkspace, agentId: string): ContextChanges {
  return {
    putFrame: async (input) =>
      workspace.as(agentId, 'writer').putFrame({ ...input, content: contentFor(workspace, input) }),
    synthesize: async (options) => workspace.as(agentId, 'synthesis').synthesize(options),
    regenerate: async (options) => workspace.as(agentId, 'synthesis').regenerate(options),
  };
}

/** JSON in any layout is accepted and stored in canonical form. */
function contentFor(
  workspace: OpenedWorkspace,
  { type, content }: Parameters<ContextChanges['putFrame']>[0],
): string | Uint8Array {
  const { mediaType } = workspace.types().find(({ name }) => name === type) ?? {};
  if (mediaType !== 'application/json' || typeof content !== 'string') return content;
  try {
    return canonicalText(JSON.parse(content) as CanonicalValue);
  } catch (cause) {
    throw new PenumbraError('invalid-frame', 'the content is not JSON, which its type takes', {
      hint: 'write the content as JSON with whole numbers',
      cause,
    });
  }
}
