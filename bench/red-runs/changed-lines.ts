/** Reads which lines of which files a patch changes. */

/** One hunk: the lines before and after, from 1; a side without lines gives the place where they would be. */
export interface ChangedLines {
  readonly path: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Returns the changed lines of a patch, hunk by hunk, without its context. */
export function changedLines(patch: string): readonly ChangedLines[] {
  const changes: ChangedLines[] = [];
  let path = '';
  let [before, after] = [0, 0];
  let open: { before: number[]; after: number[] } | undefined;
  const close = () => {
    if (open === undefined) return;
    const own = { before: open.before, after: open.after };
    if (own.before.length === 0) own.before.push(Math.max(1, before - 1), before);
    if (own.after.length === 0) own.after.push(Math.max(1, after));
    changes.push({ path, ...own });
    open = undefined;
  };
  for (const line of patch.split('\n')) {
    const file = /^diff --git a\/(.*) b\/\1$/.exec(line);
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (file !== null) {
      close();
      path = file[1] ?? '';
    } else if (hunk !== null) {
      close();
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
    } else if (line.startsWith('+') && !line.startsWith('+++ ')) {
      open ??= { before: [], after: [] };
      open.after.push(after++);
    } else if (line.startsWith('-') && !line.startsWith('--- ')) {
      open ??= { before: [], after: [] };
      open.before.push(before++);
    } else if (line.startsWith(' ')) {
      close();
      before++;
      after++;
    }
  }
  close();
  return changes;
}
