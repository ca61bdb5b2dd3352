/**
 * A proven patch as a fix in SARIF: which lines of which files are replaced by which. A patch that is more than changed
 * lines of text, or that cannot be read for certain, gives no fix, for half a fix is none.
 */

/** Lines that a fix takes away, from the first to the one after the last, and what it puts there. */
type LineReplacement = {
  readonly start: number;
  readonly end: number;
  readonly inserted: string;
};

/** What a fix does to one file. */
export type FileFix = { readonly path: string; readonly replacements: readonly LineReplacement[] };

const FILE_HEAD = /^diff --git a\/(.+) b\/(.+)$/;
const HUNK_HEAD = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;

/** Reads a patch; null where it does anything but change lines of files that are there before and after. */
export function readFixes(patch: string): readonly FileFix[] | null {
  const rows = patch.replace(/\n$/, '').split('\n');
  const fixes: FileFix[] = [];
  let at = 0;
  while (at < rows.length) {
    const [, before, after] = FILE_HEAD.exec(rows[at] ?? '') ?? [];
    if (/^index [0-9a-f]+\.\.[0-9a-f]+(?: \d+)?$/.test(rows[at + 1] ?? '')) at++;
    const isPlain = rows[at + 1] === `--- a/${before}` && rows[at + 2] === `+++ b/${after}`;
    // Git puts a path with odd characters in quotes, and writes more lines for what is made, removed or moved.
    if (before === undefined || before !== after || !isPlain) return null;
    const replacements: LineReplacement[] = [];
    at += 3;
    while (HUNK_HEAD.test(rows[at] ?? '')) {
      const hunk = readHunk(rows, at);
      if (hunk === null) return null;
      replacements.push(...hunk.replacements);
      at = hunk.next;
    }
    if (replacements.length === 0) return null;
    fixes.push({ path: before, replacements });
  }
  return fixes.length === 0 ? null : fixes;
}

type ReadHunk = { readonly replacements: readonly LineReplacement[]; readonly next: number };

function readHunk(rows: readonly string[], head: number): ReadHunk | null {
  const [, start = '', removes = '1', adds = '1'] = HUNK_HEAD.exec(rows[head] ?? '') ?? [];
  const replacements: LineReplacement[] = [];
  let [left, right] = [Number(removes), Number(adds)];
  // A hunk that takes nothing away names the line before the place.
  let line = left === 0 ? Number(start) + 1 : Number(start);
  let at = head + 1;
  let open: { start: number; end: number; inserted: string } | null = null;
  const close = (): void => {
    if (open !== null) replacements.push(open);
    open = null;
  };
  for (; left > 0 || right > 0; at++) {
    const row = rows[at] ?? '';
    const [sign, text] = [row[0], row.slice(1)];
    if (sign === ' ') {
      close();
      left--;
      right--;
      line++;
      continue;
    }
    open ??= { start: line, end: line, inserted: '' };
    if (sign === '-') {
      left--;
      line++;
      open.end = line;
    } else if (sign === '+') {
      right--;
      open.inserted += `${text}\n`;
    } else return null;
  }
  close();
  // A line without an end cannot be told by whole lines.
  if (left < 0 || right < 0 || rows[at]?.startsWith('\\')) return null;
  return { replacements, next: at };
}
