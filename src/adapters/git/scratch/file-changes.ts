/**
 * The change between two trees, file by file, in units that can be reverted one by one. Git determines which
 * lines differ; the lines themselves are taken from the files, so that their endings and bytes stay exact.
 */
import { type ByteText, fromBytes } from '../../../context/index.ts';
import type { ChangeUnit } from '../../../rca/index.ts';
import { hunkOptions, hunkSettings, rawOptions } from '../read-diffs.ts';
import { type ScratchRepository, scratchFault } from './scratch-repository.ts';
import type { TreeEntry, TreeObjects } from './tree-objects.ts';

/** One side of a changed file. */
export type FileSide = TreeEntry & { readonly path: ByteText };

/** The lines replaced and their replacements; counted from 0, ends exclusive. */
type LineSpan = { readonly unit: ChangeUnit; readonly before: Span; readonly after: Span };
type Span = { readonly start: number; readonly end: number };

/** A changed file and its units; `spans` are the units that change lines. */
export type FileChange = {
  readonly before: FileSide | null;
  readonly after: FileSide | null;
  readonly units: readonly ChangeUnit[];
  readonly spans: readonly LineSpan[];
};

type Hunk = { readonly before: Numbers; readonly after: Numbers };
type Numbers = { readonly start: number; readonly count: number };
type RawChange = Pick<FileChange, 'before' | 'after'> & { readonly isRetyped: boolean };

const NUL = 0;
const COLON = ':'.charCodeAt(0);
const LINE_END = '\n'.charCodeAt(0);
const ENTRY = /^:(\d{6}) (\d{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([A-Z])\d*$/;
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const SECTION = 'diff --git ';
const NO_LINES = { start: 1, lines: [] } as const;

/** What changes are read with; `pathOf` converts a path for display. */
type ChangeReading = {
  readonly scratch: ScratchRepository;
  readonly objects: TreeObjects;
  readonly pathOf: (path: ByteText) => string;
};

type TreePair = { readonly before: string; readonly after: string };

const compare = [...hunkSettings, 'diff-tree', '-r', ...rawOptions];

/** Returns what changed between two trees. */
export function readFileChanges(
  { scratch, objects, pathOf }: ChangeReading,
  { before, after }: TreePair,
): readonly FileChange[] {
  if (before === after) return [];
  const whole = scratch.ask([...compare, ...hunkOptions, before, after]);
  // Over the limits, files are described as a whole.
  const printed = whole.status === 0 ? whole.stdout : scratch.run([...compare, '-M50%', before, after]);
  if (printed === null) throw scratchFault(scratch, 'two states cannot be compared');
  const parsed = parseChanges(printed, { hasHunks: whole.status === 0 });
  return describeAll(parsed, { contents: objects.read(blobsOf(parsed)), pathOf });
}

/**
 * Returns what changed between the trees of each pair, with a few processes for all of them; null if that is
 * too much to read at once.
 */
export function readManyChanges(
  { scratch, objects, pathOf }: ChangeReading,
  pairs: readonly TreePair[],
): readonly (readonly FileChange[])[] | null {
  const differing = pairs.filter(({ before, after }) => before !== after);
  if (differing.length === 0) return pairs.map(() => []);
  const heads = differing.map(({ before, after }) => Buffer.from(`${before} ${after}\n`, 'latin1'));
  const printed = scratch.run([...compare, ...hunkOptions, '--stdin'], { input: Buffer.concat(heads) });
  if (printed === null) return null;
  const bytes = Buffer.from(printed.buffer, printed.byteOffset, printed.length);
  const parsed: ParsedChanges[] = [];
  let start = 0;
  for (const [index, head] of heads.entries()) {
    // No line of a comparison starts like the header of the next one.
    const begin = start + head.length;
    const next = heads[index + 1];
    const end = next === undefined ? bytes.length : bytes.indexOf(next, begin);
    if (end < 0 || !bytes.subarray(start, begin).equals(head)) return null;
    parsed.push(parseChanges(printed.subarray(begin, end), { hasHunks: true }));
    start = end;
  }
  const contents = objects.read([...new Set(parsed.flatMap(blobsOf))]);
  const described = parsed.map((one) => describeAll(one, { contents, pathOf }));
  return pairs.map((pair) => described[differing.indexOf(pair)] ?? []);
}

type ParsedChanges = {
  readonly changes: readonly RawChange[];
  readonly hunks: ReadonlyMap<RawChange, readonly Hunk[]>;
};

function parseChanges(printed: Uint8Array, { hasHunks }: { readonly hasHunks: boolean }): ParsedChanges {
  const { changes, end } = parseRaw(printed);
  return { changes, hunks: hasHunks ? parseSections(changes, printed.subarray(end)) : new Map() };
}

/** The blobs whose lines are needed. */
function blobsOf({ changes, hunks }: ParsedChanges): readonly string[] {
  const compared = changes.filter((change) => isWhole(change) || hunks.has(change));
  return [...new Set(compared.flatMap(blobIds))];
}

function describeAll(
  { changes, hunks }: ParsedChanges,
  { contents, pathOf }: Omit<Details, 'hunks'>,
): readonly FileChange[] {
  return changes.map((change) => describe(change, { hunks: hunks.get(change) ?? [], contents, pathOf }));
}

function isWhole({ before, after }: RawChange): boolean {
  return before === null || after === null;
}

/** Submodules are commits of other repositories. */
function blobIds({ before, after }: RawChange): readonly string[] {
  return [before, after].flatMap((side) => (side === null || isSubmodule(side) ? [] : [side.id]));
}

function isSubmodule({ mode }: TreeEntry): boolean {
  return mode === '160000';
}

function parseRaw(printed: Uint8Array): { readonly changes: readonly RawChange[]; readonly end: number } {
  const changes: RawChange[] = [];
  let position = 0;
  const field = (): ByteText => {
    const end = printed.indexOf(NUL, position);
    const text = fromBytes(printed.subarray(position, end));
    position = end + 1;
    return text;
  };
  while (printed[position] === COLON) {
    const [, oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = ENTRY.exec(field()) ?? [];
    const first = field();
    const second = status === 'R' || status === 'C' ? field() : first;
    const before = status === 'A' || status === 'C' ? null : { path: first, mode: oldMode, id: oldId };
    const after = status === 'D' ? null : { path: second, mode: newMode, id: newId };
    changes.push({ before, after, isRetyped: status === 'T' });
  }
  return { changes, end: printed[position] === NUL ? position + 1 : position };
}

/**
 * Sections are in the order of the entries; a file that changed its kind has two. Only hunks of lines count.
 */
function parseSections(changes: readonly RawChange[], patch: Uint8Array): Map<RawChange, readonly Hunk[]> {
  const found = new Map<RawChange, readonly Hunk[]>();
  const order = changes.flatMap((change) => (change.isRetyped ? [change, change] : [change]));
  let next = -1;
  let own: Hunk[] = [];
  for (let position = 0; position < patch.length; ) {
    const line = lineAt(patch, position);
    position = line.next;
    if (line.text.startsWith(SECTION)) {
      next++;
      own = [];
      continue;
    }
    const numbers = HUNK.exec(line.text)
      ?.slice(1)
      .map((text) => (text === undefined ? 1 : Number(text)));
    const change = order[next];
    if (numbers === undefined || change === undefined) continue;
    const [oldStart = 0, oldCount = 1, newStart = 0, newCount = 1] = numbers;
    own.push({ before: { start: oldStart, count: oldCount }, after: { start: newStart, count: newCount } });
    const { before, after, isRetyped } = change;
    if (before !== null && after !== null && !isRetyped && !isSubmodule(after)) found.set(change, own);
    for (let left = oldCount + newCount; left > 0; left--) position = lineAt(patch, position).next;
  }
  return found;
}

/**
 * Lines about a missing newline at the end of a file are skipped, like everything else that is not a hunk
 * header.
 */
function lineAt(bytes: Uint8Array, start: number): { readonly text: string; readonly next: number } {
  const found = bytes.indexOf(LINE_END, start);
  const end = found < 0 ? bytes.length : found;
  return {
    text: Buffer.from(bytes.subarray(start, Math.min(end, start + 200))).toString('latin1'),
    next: end + 1,
  };
}

type Details = {
  readonly hunks: readonly Hunk[];
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly pathOf: (path: ByteText) => string;
};

function describe(change: RawChange, { hunks, contents, pathOf }: Details): FileChange {
  const { before, after, isRetyped } = change;
  const side = after ?? before;
  if (side === null) throw new Error('a change has a side');
  const isRenamed = before !== null && after !== null && before.path !== after.path;
  const named = { path: pathOf(side.path), ...(isRenamed && { from: pathOf(before.path) }) };
  const linesOf = (file: FileSide | null) => (file === null ? [] : textLines(file, contents));
  const unit = (kind: ChangeUnit['kind'], place = '', own: Partial<ChangeUnit> = {}): ChangeUnit => ({
    ...{ id: `${named.path}@${place || kind}`, ...named, kind, before: NO_LINES, after: NO_LINES },
    ...own,
  });
  const whole = (kind: ChangeUnit['kind']) =>
    unit(kind, '', {
      before: { start: 1, lines: linesOf(before) },
      after: { start: 1, lines: linesOf(after) },
    });
  if (after === null) return { before, after, units: [whole('deleted')], spans: [] };
  if (before === null) return { before, after, units: [whole('added')], spans: [] };

  const [oldLines, newLines] = hunks.length > 0 ? [linesOf(before), linesOf(after)] : [[], []];
  const spans = hunks.map((hunk): LineSpan => {
    const [old, fresh] = [spanOf(hunk.before), spanOf(hunk.after)];
    const place = `-${hunk.before.start},${hunk.before.count}+${hunk.after.start},${hunk.after.count}`;
    const lines = {
      before: { start: hunk.before.start, lines: oldLines.slice(old.start, old.end) },
      after: { start: hunk.after.start, lines: newLines.slice(fresh.start, fresh.end) },
    };
    return { unit: unit('hunk', place, lines), before: old, after: fresh };
  });
  const units = [
    ...(isRenamed ? [unit('renamed')] : []),
    ...(before.mode !== after.mode && !isRetyped ? [unit('mode')] : []),
    ...(isRetyped || (before.id !== after.id && spans.length === 0)
      ? [isSubmodule(before) && isSubmodule(after) ? whole('submodule') : unit('binary')]
      : []),
    ...spans.map((span) => span.unit),
  ];
  return { before, after, units, spans };
}

/** For an empty range, git names the line before it. */
function spanOf({ start, count }: Numbers): Span {
  const first = count === 0 ? start : start - 1;
  return { start: first, end: first + count };
}

function textLines(side: FileSide, contents: ReadonlyMap<string, Uint8Array>): readonly string[] {
  if (isSubmodule(side)) return [`Subproject commit ${side.id}`];
  const bytes = contents.get(side.id);
  if (bytes === undefined || bytes.includes(NUL)) return [];
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Splits bytes into lines, including their line endings; the last one may have none. */
export function cutLines(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LINE_END, start);
    const end = found < 0 ? bytes.length : found + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}
