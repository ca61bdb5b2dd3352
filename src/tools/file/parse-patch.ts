/** Parses a unified diff of one file: its hunks, line by line, or which of them is invalid. */

/** A line with its line ending; the last line of a file may have none. */
type PatchLine = string;

/** One change: the old and the new lines, both including the context. */
export type Hunk = {
  /** The line, counted from zero, where the old lines should start. */
  readonly start: number;
  readonly before: readonly PatchLine[];
  readonly after: readonly PatchLine[];
};

/** Why a patch is invalid; `hunk` counts from one and is zero for what precedes the first hunk. */
export type PatchFault = { readonly reason: string; readonly hunk: number };

const HEADER = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@(?: .*)?$/s;
// Excludes anything that creates, deletes, renames or changes the mode of a file, since only lines can be
// patched.
const PREAMBLE = /^(?:diff --git |index [0-9a-f]|--- (?!\/dev\/null)|\+\+\+ (?!\/dev\/null))/;
const NO_END = '\\ No newline at end of file';

/** The line ending of the file to be patched. */
type LineEnd = '\n' | '\r\n';

/** Parses a patch; its hunks must be in file order. */
export function parsePatch(patch: string, lineEnd: LineEnd): readonly Hunk[] | PatchFault {
  const lines = patch.split(lineEnd === '\n' ? '\n' : /\r?\n/);
  // The text after the last line feed is not a line.
  if (lines.at(-1) === '') lines.pop();
  const hunks: Hunk[] = [];
  let at = lines.findIndex((line) => line.startsWith('@@'));
  if (at < 0) return { reason: 'no-hunk', hunk: 0 };
  if (!lines.slice(0, at).every((line) => PREAMBLE.test(line))) return { reason: 'not-a-patch', hunk: 0 };
  let done = 0;
  while (at < lines.length && !isRestEmpty(lines, at)) {
    const hunk = readHunk(lines, at, lineEnd);
    if (typeof hunk === 'string') return { reason: hunk, hunk: hunks.length + 1 };
    if (hunk.start < done) return { reason: 'out-of-order', hunk: hunks.length + 1 };
    hunks.push(hunk);
    done = hunk.start + hunk.before.length;
    at = hunk.end;
  }
  return hunks;
}

/** A hunk, and the index of the next line in the patch. */
type ReadHunk = Hunk & { readonly end: number };

function readHunk(lines: readonly string[], at: number, lineEnd: LineEnd): ReadHunk | string {
  const header = HEADER.exec((lines[at] as string).replace(/\r$/, ''));
  if (header === null) return 'malformed-header';
  const start = Number(header[1]);
  const counts = { before: Number(header[2] ?? 1), after: Number(header[3] ?? 1) };
  const body = readBody({ lines, start: at + 1, lineEnd }, counts);
  // Without old lines, the header gives the line after which the new ones are inserted.
  if (typeof body === 'string' || body.before.length === 0) return withStart(body, start);
  return start === 0 ? 'malformed-header' : withStart(body, start - 1);
}

type Body = Omit<ReadHunk, 'start'>;
type BodySource = { readonly lines: readonly string[]; readonly start: number; readonly lineEnd: LineEnd };
type Counts = { readonly before: number; readonly after: number };

function readBody({ lines, start, lineEnd }: BodySource, counts: Counts): Body | string {
  const before: string[] = [];
  const after: string[] = [];
  let at = start;
  while (before.length < counts.before || after.length < counts.after) {
    const line = lines[at] ?? NO_END;
    // An empty line counts as an empty line of context, because some editors remove the trailing space.
    const isBare = line === '' || line === '\r';
    const sign = isBare ? ' ' : line[0];
    const isEnded = lines[at + 1]?.replace(/\r$/, '') !== NO_END;
    const text = (isBare ? line : line.slice(1)) + (isEnded ? lineEnd : '');
    if (sign !== ' ' && sign !== '-' && sign !== '+') return 'malformed-lines';
    if (sign !== '+') before.push(text);
    if (sign !== '-') after.push(text);
    at += isEnded ? 1 : 2;
  }
  const isCounted = before.length === counts.before && after.length === counts.after;
  return isCounted && at > start ? { before, after, end: at } : 'malformed-lines';
}

function withStart(body: Body | string, start: number): ReadHunk | string {
  return typeof body === 'string' ? body : { ...body, start };
}

function isRestEmpty(lines: readonly string[], at: number): boolean {
  for (let rest = at; rest < lines.length; rest++) if (lines[rest] !== '') return false;
  return true;
}
