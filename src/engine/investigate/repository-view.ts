/**
 * The repository as the tools bring it to an investigation: search terms and history from their producers, read once
 * for all cases, and the index that evidence is gathered from.
 */
import { type ChangeHistory, produceHistory, produceTerms, type SourceFacts } from '../../context/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type CodeIndex, createCodeIndex } from '../../rca/index.ts';
import type { ContextMeans, ContextTerms } from '../../tools/index.ts';
import type { Survey } from './survey-workspace.ts';

/** What the tools are given, and what evidence is gathered from. */
export type RepositoryView = {
  readonly means: ContextMeans;
  /** Returns the index over what a call brought; the same facts are indexed once. */
  indexOf(terms: ContextTerms): CodeIndex;
};

/** Opens the view of a surveyed workspace. */
export function openRepositoryView(
  ledger: Ledger,
  { tree, git, history: depth, revision }: Survey,
): RepositoryView {
  let terms: Promise<ReadonlyMap<string, SourceFacts>> | null = null;
  let history: Promise<ChangeHistory | null> | null = null;
  const indexes = new WeakMap<object, CodeIndex>();
  return {
    means: {
      *files() {
        for (const { path, kind, contentId } of tree.walk())
          if (kind === 'file' || kind === 'executable') yield { path, contentId };
      },
      terms: (files, read) => (terms ??= produceTerms(ledger, { files, read }).then(({ facts }) => facts)),
      history: () =>
        (history ??=
          revision === null || depth === 'none'
            ? Promise.resolve(null)
            : produceHistory(ledger, { revision, depth, log: () => git.log() })),
    },
    indexOf({ facts, read }) {
      const known = indexes.get(facts);
      const index = known ?? createCodeIndex({ paths: facts.keys(), read, facts: (path) => facts.get(path) });
      indexes.set(facts, index);
      // Each case reads by what its own call was shown.
      return { ...index, read };
    },
  };
}
