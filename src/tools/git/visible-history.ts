/**
 * A history as one call sees it: without the paths it does not see, and without commits that touched no others. What is
 * seen is judged by what a file was called in the commit; only what is left is brought to today's names, so that a way
 * through a hidden place connects nothing.
 */
import {
  type ChangedFile,
  type ChangeHistory,
  type CommitHistory,
  type FileChange,
  type NamedChange,
  nameChanges,
  type RecentChanges,
} from '../../context/index.ts';
import { cutText } from '../../kernel/index.ts';
import { type CallView, memoizeByView, type RootView } from '../calls/create-call-view.ts';
import type { ToolCall } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { GitReader } from '../ports/git.ts';

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

/** A commit by its full id, with those of the paths it touched that are seen. */
type VisibleCommit = { readonly commit: string; readonly touched: readonly string[] };

/** Returns the one commit that the beginning of an id stands for of those that touched something that is seen. */
export function findVisibleCommit(
  reader: GitReader,
  { start, sees }: { readonly start: string; readonly sees: (rootPath: string) => boolean },
): VisibleCommit | undefined {
  const seen = reader.findCommits(start).flatMap((commit): readonly VisibleCommit[] => {
    const paths = reader.comparePaths({ kind: 'commit', commit }) ?? [];
    const touched = paths.filter((path) => sees(path));
    return touched.length === 0 ? [] : [{ commit, touched }];
  });
  // INVARIANT (hidden things answer alike): whether it stands for one is decided among what is seen.
  return seen.length === 1 ? seen[0] : undefined;
}

/** Returns the first line of a message. */
export function subjectOf(message: string): string {
  const [first = ''] = message.split('\n', 1);
  return cutText(first, toolLimits.subjectLength);
}

/** Returns the visible part of recent changes; paths stay relative to the root. */
export const visibleRecentChanges: (recent: RecentChanges, view: CallView) => RecentChanges = memoizeByView(
  ({ changes, base, isCut }, view) => {
    const { sees, isWhole } = view.ofRoot();
    /** What came out of hiding has no past under its name of today. */
    const pastless = new Set<string>();
    const shown = changes.flatMap(({ files, leftOut, ...change }) => {
      const seen = files.flatMap((file) => {
        const { path, from } = file;
        if (pastless.has(path)) return [];
        if (from !== undefined && !sees(from)) pastless.add(path);
        return seenFile(file, { sees, isBelow: (one) => view.find(one) !== undefined });
      });
      // How many there are would tell of hidden ones.
      const rest = leftOut !== undefined && isWhole ? { leftOut } : {};
      return seen.length === 0 ? [] : [{ ...change, files: seen, ...rest }];
    });
    return { changes: shown.map((change, position) => ({ ...change, position })), base, isCut };
  },
);

type Seeing = { sees(path: string): boolean; isBelow(path: string): boolean };

/** A file that came out of hiding is a new one, and one that went there is gone; no line of it is told. */
function seenFile(file: ChangedFile, { sees, isBelow }: Seeing): readonly ChangedFile[] {
  const { path, from, kind, effect } = file;
  const untold = { effect, hunks: [], isCut: true };
  if (!sees(path)) {
    const isGone = kind === 'renamed' && from !== undefined && sees(from) && isBelow(from);
    return isGone ? [{ path: from, kind: 'deleted', ...untold }] : [];
  }
  if (!isBelow(path)) return [];
  if (from === undefined || sees(from)) return [file];
  return kind === 'renamed' ? [{ path, kind: 'added', ...untold }] : [];
}

/** A path of a root that a call sees, and its address. */
export type VisiblePath = { readonly path: string; readonly address: string };

/** Returns those of some paths that a call sees, in their order; the others leave no trace. */
export function visiblePaths(
  { place, view }: Pick<ToolCall, 'place' | 'view'>,
  paths: readonly string[],
): readonly VisiblePath[] {
  return paths.flatMap((path) => {
    const below = view().find(path);
    if (below === undefined) return [];
    return [{ path, address: below === '' ? place.address : `${place.address}/${below}` }];
  });
}

/** Returns the further addresses of paths that are named below an address; nothing needs to be there any more. */
export function namedPaths(
  { paths }: { readonly paths?: readonly string[] },
  address: string,
): readonly { readonly address: string; readonly requireExists: false }[] {
  return (paths ?? []).map((path) => ({ address: `${address}/${path}`, requireExists: false }));
}
