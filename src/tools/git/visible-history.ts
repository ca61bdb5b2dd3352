/**
 * A history as one call sees it: without invisible paths, and without commits that only touched those.
 * Visibility depends on a file's name at the time of the commit. Only then are names converted to current
 * ones, so that a rename through a hidden place connects nothing.
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

/** Returns the visible part of a history, under current names; paths stay relative to the root. */
export const visibleHistory: (history: CommitHistory, view: CallView) => ChangeHistory = memoizeByView(
  (history, view) => {
    const changes = visibleChanges(history, view.ofRoot()).flatMap(({ commit, age, names }) => {
      const paths = new Set(names.map(({ now }) => now).filter((path) => view.find(path) !== undefined));
      return paths.size === 0 ? [] : [{ commit, age, paths: [...paths] }];
    });
    return { changes };
  },
);

/** Returns the commits that touched something visible in a root; the others are not counted either. */
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

/** A file moved from a hidden place counts as new, and one moved to a hidden place as deleted. */
function seenChange(file: FileChange, sees: RootView['sees']): readonly FileChange[] {
  if (file.kind !== 'renamed') return sees(file.path) ? [file] : [];
  if (sees(file.from)) return sees(file.path) ? [file] : [{ kind: 'deleted', path: file.from }];
  return sees(file.path) ? [{ kind: 'added', path: file.path }] : [];
}

/** The full id of a commit, and the visible paths it touched. */
type VisibleCommit = { readonly commit: string; readonly touched: readonly string[] };

/** Returns the only commit with this id prefix among those that touched something visible. */
export function findVisibleCommit(
  reader: GitReader,
  { start, sees }: { readonly start: string; readonly sees: (rootPath: string) => boolean },
): VisibleCommit | undefined {
  const seen = reader.findCommits(start).flatMap((commit): readonly VisibleCommit[] => {
    const paths = reader.comparePaths({ kind: 'commit', commit }) ?? [];
    const touched = paths.filter((path) => sees(path));
    return touched.length === 0 ? [] : [{ commit, touched }];
  });
  // INVARIANT (hidden things answer alike): whether the prefix is unique is decided among visible commits.
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
    /** Files moved from a hidden place have no earlier history under their current name. */
    const pastless = new Set<string>();
    const shown = changes.flatMap(({ files, leftOut, ...change }) => {
      const seen = files.flatMap((file) => {
        const { path, from } = file;
        if (pastless.has(path)) return [];
        if (from !== undefined && !sees(from)) pastless.add(path);
        return seenFile(file, { sees, isBelow: (one) => view.find(one) !== undefined });
      });
      // The number would reveal hidden files.
      const rest = leftOut !== undefined && isWhole ? { leftOut } : {};
      return seen.length === 0 ? [] : [{ ...change, files: seen, ...rest }];
    });
    return { changes: shown.map((change, position) => ({ ...change, position })), base, isCut };
  },
);

type Seeing = { sees(path: string): boolean; isBelow(path: string): boolean };

/**
 * A file moved from a hidden place counts as new, and one moved to a hidden place as deleted; none of their
 * lines are shown.
 */
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

/** A visible path of a root, and its address. */
export type VisiblePath = { readonly path: string; readonly address: string };

/** Returns the visible paths in order; the others leave no trace. */
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

/** Returns the further addresses of paths given below an address; the files may have been deleted. */
export function namedPaths(
  { paths }: { readonly paths?: readonly string[] },
  address: string,
): readonly { readonly address: string; readonly requireExists: false }[] {
  return (paths ?? []).map((path) => ({ address: `${address}/${path}`, requireExists: false }));
}
