/**
 * A history as one call sees it: without the paths it does not see, and without commits that touched no others. What is
 * seen is judged by what a file was called in the commit; only what is left is brought to today's names, so that a way
 * through a hidden place connects nothing.
 */
import {
  type ChangeHistory,
  type CommitHistory,
  type FileChange,
  type NamedChange,
  nameChanges,
} from '../../context/index.ts';
import type { CallView, RootView } from '../calls/create-call-view.ts';
import { memoizeByView } from '../calls/memoize-by-view.ts';

/** Returns the visible part of a history, under today's names; paths stay relative to the root. */
export const visibleHistory: (history: CommitHistory, view: CallView) => ChangeHistory = memoizeByView(
  (history, view) => {
    const changes = visibleChanges(history, view.ofRoot()).flatMap(({ commit, age, names }) => {
      const paths = new Set(names.map(({ now }) => now).filter((path) => view.find(path) !== undefined));
      return paths.size === 0 ? [] : [{ commit, age, paths: [...paths] }];
    });
    return { changes };
  },
);

/** Returns the commits that touched something of a root that is seen; the others do not count, either. */
export const visibleChanges: (history: CommitHistory, view: RootView) => readonly NamedChange[] =
  memoizeByView(({ commits }, { sees }) => {
    let hidden = 0;
    const seen = commits.flatMap(({ commit, age, files }) => {
      const shown = files.flatMap((file) => seenChange(file, sees));
      if (shown.length > 0) return [{ commit, age: age - hidden, files: shown }];
      hidden++;
      return [];
    });
    return nameChanges({ commits: seen });
  });

/** A file that came out of hiding is a new one, and one that went there is gone. */
function seenChange(file: FileChange, sees: RootView['sees']): readonly FileChange[] {
  if (file.kind !== 'renamed') return sees(file.path) ? [file] : [];
  if (sees(file.from)) return sees(file.path) ? [file] : [{ kind: 'deleted', path: file.from }];
  return sees(file.path) ? [{ kind: 'added', path: file.path }] : [];
}
