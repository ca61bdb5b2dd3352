/** Reads a unified diff of one file: its hunks, line by line, or which of them is no hunk. */

/** A line with its end; the last of a file may have none. */
type PatchLine = string;

/** One change: lines that are there and lines that are to be there; both hold the context. */
export type Hunk = {
  /** The line, counted from zero, at which the old lines are said to begin. */
  readonly start: number;
  readonly before: readonly PatchLine[];
  readonly after: readonly PatchLine[];
};

/** Why a patch is none; `hunk` counts from one and is zero for what stands before the first. */
export type PatchFault = { readonly reason: string; readonly hunk: number };

const HEADER = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@(?: .*)?$/s;
// Nothing that makes, deletes, renames or changes the mode of a file: this is about its lines.
const PREAMBLE = /^(?:diff --git |index [0-9a-f]|--- (?!\/dev\/null)|\+\+\+ (?!\/dev\/null))/;
const NO_END = '\\ No newline at end of file';

/** How the lines of the file end that a patch is read for. */
type LineEnd = '\n' | '\r\n';

/** Reads a patch; its hunks come in the order of the file. */
export function parsePatch(patch: string, lineEnd: LineEnd): readonly Hunk[] | PatchFault {
  const lines = patch.split(lineEnd === '\n' ? '\n' : /\r?\n/);
  // What is behind the last line feed is no line.
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

/** A hunk, and the line of the patch after it. */
type ReadHunk = Hunk & { readonly end: number };

function readHunk(lines: readonly string[], at: number, lineEnd: LineEnd): ReadHunk | string {
  const header = HEADER.exec((lines[at] as string).replace(/\r$/, ''));
  if (header === null) return 'malformed-header';
  const start = Number(header[1]);
  const counts = { before: Number(header[2] ?? 1), after: Number(header[3] ?? 1) };
  const body = readBody({ lines, start: at + 1, lineEnd }, counts);
  // Where there are no old lines, the header names the line that the new ones come after.
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
    // Where an editor took the last space away, an empty line is an empty line of context.
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
