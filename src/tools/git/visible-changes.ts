/**
 * Recent changes as one call sees them: without the files it does not see, and without changes of no others. A file is
 * followed back through its former names only as far as all of them are seen.
 */
import type { ChangedFile, RecentChanges } from '../../context/index.ts';
import type { CallView } from '../calls/create-call-view.ts';
import { memoizeByView } from '../calls/memoize-by-view.ts';

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
