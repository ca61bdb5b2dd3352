/**
 * Coverage: for each file of the repository the executable lines, and whether they ran in one run of some
 * tests. Coverage tools name files in their own ways; `place-coverage.ts` finds these in the repository.
 */
import { lexSource, sourceSyntax } from '../../context/index.ts';
import { cite, compareCodePoints } from '../../kernel/index.ts';
import { isConfiguration } from '../paths/file-side.ts';

/**
 * The executable lines of a file, from 1 and ascending; both lists are empty if only the file's name is
 * known.
 */
export type LineCoverage = { readonly ran: readonly number[]; readonly missed: readonly number[] };

/** Coverage by repository path, in code point order of the paths. */
export type Coverage = ReadonlyMap<string, LineCoverage>;

/** Lines during collection: whether each ran. */
export type LineMarks = Map<number, boolean>;

/** The limits on what is read; a document beyond them is rejected. */
export const coverageLimits = {
  /** The largest document, in bytes. */
  documentBytes: 256 * 1024 * 1024,
  /** How many documents are read. */
  documents: 10_000,
  /** How many files all documents may name. */
  files: 200_000,
  /** The highest line number of a file. */
  lastLine: 1_000_000,
  /** How many lines all files may have together. */
  lines: 4_000_000,
} as const;

/** Marks a line; once run, it stays so. */
export function markLine(marks: LineMarks, line: number, hasRun: boolean): void {
  if (hasRun || !marks.has(line)) marks.set(line, hasRun);
}

/** Converts marks by path to coverage. */
export function coverageOf(files: ReadonlyMap<string, LineMarks>): Coverage {
  const paths = [...files].sort(([left], [right]) => compareCodePoints(left, right));
  return new Map(
    paths.map(([path, marks]) => {
      const lines = [...marks.keys()].sort((left, right) => left - right);
      return [
        path,
        { ran: lines.filter((line) => marks.get(line)), missed: lines.filter((line) => !marks.get(line)) },
      ];
    }),
  );
}

/** Merges coverage of several runs: a line ran if it ran in one of them. */
export function mergeCoverage(all: readonly Coverage[]): Coverage {
  const files = new Map<string, LineMarks>();
  for (const coverage of all) {
    for (const [path, { ran, missed }] of coverage) {
      const marks = files.get(path) ?? new Map();
      files.set(path, marks);
      for (const line of ran) markLine(marks, line, true);
      for (const line of missed) markLine(marks, line, false);
    }
  }
  return coverageOf(files);
}

/** Coverage as stored: lines as pairs of a first line and the length of a run without gaps, including it. */
export type KeptCoverage = readonly {
  readonly path: string;
  readonly ran: readonly number[];
  readonly missed: readonly number[];
}[];

export function keepCoverage(coverage: Coverage): KeptCoverage {
  return [...coverage].map(([path, { ran, missed }]) => ({
    path,
    ran: spansOf(ran),
    missed: spansOf(missed),
  }));
}

export function keptCoverage(kept: KeptCoverage): Coverage {
  return new Map(kept.map(({ path, ran, missed }) => [path, { ran: linesOf(ran), missed: linesOf(missed) }]));
}

function spansOf(lines: readonly number[]): readonly number[] {
  const spans: number[] = [];
  let next = -1;
  for (const line of lines) {
    if (line === next) spans.push((spans.pop() ?? 0) + 1);
    else spans.push(line, 1);
    next = line + 1;
  }
  return spans;
}

function linesOf(spans: readonly number[]): readonly number[] {
  const lines: number[] = [];
  for (let at = 0; at + 1 < spans.length; at += 2) {
    const [first = 0, count = 0] = spans.slice(at, at + 2);
    for (let line = first; line < first + count; line++) lines.push(line);
  }
  return lines;
}

/**
 * A file as a document names it, before it is found in the repository; of several names the most specific
 * comes first.
 */
export type RecordedFile = {
  readonly names: readonly string[];
  /**
   * Returns its marks; `text` returns the file as the repository has it. Null if the text is needed and does
   * not fit.
   */
  marksIn(text: () => string | undefined): LineMarks | null;
};

/** Thrown for a document that cannot be used; the message says why. */
export class UnreadableCoverage extends Error {}

/** Collects the marks of files within the limits. */
export type FileCollector = {
  /** Returns the marks of a file, which may be named repeatedly. */
  file(...names: readonly string[]): { mark(line: number, hasRun: boolean): void };
  finish(): readonly RecordedFile[];
};

export function collectFiles(): FileCollector {
  const files = new Map<string, { readonly names: readonly string[]; readonly marks: LineMarks }>();
  let lines = 0;
  return {
    file(...names) {
      const key = names.join('\0');
      const known = files.get(key);
      if (known === undefined && files.size >= coverageLimits.files)
        throw new UnreadableCoverage(`it names more than ${coverageLimits.files} files`);
      const { marks } = known ?? { marks: new Map() };
      if (known === undefined) files.set(key, { names, marks });
      return {
        mark(line, hasRun) {
          if (!Number.isSafeInteger(line) || line < 1 || line > coverageLimits.lastLine)
            throw new UnreadableCoverage(`it speaks of a line ${line}`);
          const before = marks.size;
          markLine(marks, line, hasRun);
          lines += marks.size - before;
          if (lines > coverageLimits.lines)
            throw new UnreadableCoverage(`it has more than ${coverageLimits.lines} lines`);
        },
      };
    },
    finish: () => [...files.values()].map(({ names, marks }) => ({ names, marksIn: () => marks })),
  };
}

/**
 * Returns the positions of names and values, ascending, with their lines; a line with only brackets has none.
 */
export function codePlaces(
  text: string,
  path: string,
): readonly { readonly line: number; readonly offset: number }[] {
  const syntax = sourceSyntax(path);
  if (syntax === undefined) return [];
  const starts = lineStarts(text);
  let line = 1;
  return lexSource(text, syntax).flatMap(({ kind, offset }) => {
    while ((starts[line] ?? Number.POSITIVE_INFINITY) <= offset) line++;
    return kind === 'mark' ? [] : [{ line, offset }];
  });
}

export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Adds files that a run is known not to have loaded: their lines with code did not run. */
export function withIdleFiles(
  coverage: Coverage,
  { paths, read }: { readonly paths: readonly string[]; read(path: string): string | undefined },
): Coverage {
  const idle = new Map<string, LineMarks>();
  for (const path of paths) {
    if (coverage.has(path)) continue;
    const places = codePlaces(read(path) ?? '', path);
    if (places.length > 0) idle.set(path, new Map(places.map(({ line }) => [line, false])));
  }
  return mergeCoverage([coverage, coverageOf(idle)]);
}

/** The files that never ran, and why none is cleared if the coverage cannot belong to this failure. */
export type Alibis = { readonly paths: ReadonlySet<string>; readonly unfit?: string };

/** What is known about a failure when alibis are looked for. */
type AlibiRequest = {
  readonly paths: readonly string[];
  readonly testFiles: readonly string[];
  /** The files that traces pass through, and those in which a compiler or loader stopped. */
  readonly traced: Iterable<string>;
  /** The failures' texts: if something could not be loaded, code that did not run means nothing. */
  readonly texts: readonly string[];
  /** Returns whether the failing tests name a file, which they may read as data. */
  isNamed(path: string): boolean;
  read(path: string): string | undefined;
};

/** Folders whose sources are read as data as often as they are run. */
const READ_AS_DATA =
  /(?:^|\/)(?:fixtures?|templates?|snapshots?|__snapshots__|stubs?|test-?data|assets|static|public)\//i;

const LOAD_FAILURE =
  /Cannot find (?:module|package)|does not provide an export named|[Cc]ould not resolve|Failed to (?:resolve|load)|No module named|cannot import name|\b(?:ImportError|SyntaxError|IndentationError|ClassNotFoundException|NoClassDefFoundError|NoSuchMethodError|LinkageError)\b|cannot find symbol|\[build failed\]/;

/** Returns those of some files that never ran. */
export function alibisOf(coverage: Coverage, request: AlibiRequest): Alibis {
  const isIdle = (path: string) => {
    const lines = coverage.get(path);
    return lines !== undefined && lines.ran.length === 0 && lines.missed.length > 0;
  };
  const { testFiles, traced, texts, isNamed, read } = request;
  const absentTest = testFiles.length > 0 && testFiles.every(isIdle) ? testFiles[0] : undefined;
  if (absentTest !== undefined) return unfit(`it says that nothing of ${cite(absentTest)} ran`);
  const passed = [...traced].find(isIdle);
  if (passed !== undefined)
    return unfit(`it says that ${cite(passed)} never ran, and the failure stands there`);
  if (texts.some((text) => LOAD_FAILURE.test(text)))
    return unfit('the test failed because something could not be loaded or found');
  const idle = request.paths.filter(
    (path) =>
      isIdle(path) &&
      !testFiles.includes(path) &&
      sourceSyntax(path) !== undefined &&
      !isConfiguration(path) &&
      !READ_AS_DATA.test(path) &&
      !isNamed(path) &&
      !declaresUnseen(path, read(path) ?? '', new Set(coverage.get(path)?.missed)),
  );
  if (idle.length > 0 && idle.length === request.paths.length) return unfit('it would clear every file');
  return { paths: new Set(idle) };
}

function unfit(reason: string): Alibis {
  return { paths: new Set(), unfit: reason };
}

/** Declarations that have an effect without a counted line: values that compilers inline, and Go's tables. */
const UNSEEN: readonly (readonly [files: RegExp, line: RegExp])[] = [
  [/\.go$/, /^\s*(?:var|const|type)\b/],
  [
    /\.(?:java|kts?|scala|groovy|cs)$/,
    /\bstatic\s+final\b|\bfinal\s+static\b|\bconst\b|\binline\b|@interface\b/,
  ],
  [
    /\.(?:c|cc|cpp|cxx|h|hh|hpp|rs|swift|zig)$/,
    /#\s*define\b|\b(?:const|constexpr|static|inline|template|struct|enum|type|trait|macro_rules)\b/,
  ],
  [/\.[cm]?tsx?$/, /\bconst\s+enum\b/],
];

function declaresUnseen(path: string, text: string, counted: ReadonlySet<number>): boolean {
  const pattern = UNSEEN.find(([files]) => files.test(path))?.[1];
  if (pattern === undefined) return false;
  return text.split('\n').some((line, at) => !counted.has(at + 1) && pattern.test(line));
}
