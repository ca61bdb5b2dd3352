/**
 * The repository as the tools bring it to an investigation: search terms and history from their producers, read once
 * for all cases, and the index that evidence is gathered from.
 */
import {
  type CommitHistory,
  produceHistory,
  produceTerms,
  type SourceFacts,
  type Tree,
} from '../../../context/index.ts';
import { cite, contentId, PenumbraError } from '../../../kernel/index.ts';
import type { Ledger } from '../../../ledger/index.ts';
import { type CodeIndex, createCodeIndex } from '../../../rca/index.ts';
import { type ContextMeans, type ContextTerms, type ReadVisible, toolLimits } from '../../../tools/index.ts';
import type { RunInputs } from './run-inputs.ts';
import type { Survey } from './survey-workspace.ts';

/** What the tools are given, and what evidence is gathered from. */
export type RepositoryView = {
  readonly means: ContextMeans;
  /** Returns the index over what a call brought; the same facts are indexed once. */
  indexOf(terms: ContextTerms): CodeIndex;
};

/** Opens the view of a surveyed workspace at the revision a run was started at. */
export function openRepositoryView(
  ledger: Ledger,
  { tree, git }: Survey,
  { revision, history: depth }: Pick<RunInputs, 'revision' | 'history'>,
): RepositoryView {
  const terms = new WeakMap<object, Promise<ReadonlyMap<string, SourceFacts>>>();
  const history = new WeakMap<object, Promise<CommitHistory | null>>();
  const indexes = new WeakMap<object, CodeIndex>();
  return {
    means: {
      *files() {
        for (const { path, kind, contentId } of tree.walk())
          if (kind === 'file' || kind === 'executable') yield { path, contentId };
      },
      terms: (files, read) =>
        once(terms, files, async () => {
          const { facts } = await produceTerms(ledger, { files, read: unchanged(tree, read) });
          return facts;
        }),
      history: () =>
        once(history, tree, async () => {
          if (revision === null || depth === 'none') return null;
          return produceHistory(ledger, { revision, depth, log: () => git.log(revision) });
        }),
    },
    indexOf({ facts, read }) {
      const known = indexes.get(facts);
      const index = known ?? createCodeIndex({ paths: facts.keys(), read, facts: (path) => facts.get(path) });
      indexes.set(facts, index);
      // Each case reads by what its own call was shown.
      return { ...index, read: unchanged(tree, read) };
    },
  };
}

/** INVARIANT (one tree for a run): a file that is no longer what was scanned ends the work instead of misleading it. */
function unchanged(tree: Tree, read: ReadVisible): ReadVisible {
  return (path) => {
    const bytes = read(path);
    const node = tree.at(path);
    const isReadable = node !== undefined && node.size <= toolLimits.sourceBytes;
    if (bytes === undefined ? !isReadable : contentId(bytes) === node?.contentId) return bytes;
    throw new PenumbraError('stopped', `${cite(path)} changed while the workspace was looked at`, {
      hint: 'put it back and resume the run, or investigate anew',
    });
  };
}

/** Makes a value once for a key, for all that ask meanwhile; what failed is made again when it is asked for again. */
function once<Made>(
  made: WeakMap<object, Promise<Made>>,
  key: object,
  make: () => Promise<Made>,
): Promise<Made> {
  const known = made.get(key);
  if (known !== undefined) return known;
  const making = make();
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}
