/**
 * Who was not there: a file that the coverage knows, and of which no line ran, did not make the test fail. A line that
 * ran at import is a line that ran. Coverage of a whole suite clears fewer files than that of the failing test alone,
 * and never a wrong one; what it is of must hold the failing test, and where that does not show, nobody is cleared.
 */
import { sourceSyntax } from '../../context/index.ts';
import { cite } from '../../kernel/index.ts';
import { isConfiguration } from '../paths/configuration.ts';
import type { Coverage } from './coverage.ts';

/** The files that never ran, and why none is cleared where the coverage cannot be of this failure. */
export type Alibis = { readonly paths: ReadonlySet<string>; readonly unfit?: string };

/** What is known of a failure when alibis are asked for. */
type AlibiRequest = {
  readonly paths: readonly string[];
  readonly testFiles: readonly string[];
  /** The files that traces pass, and those in which a compiler or loader stopped. */
  readonly traced: Iterable<string>;
  /** What the failures said: where something could not be loaded, what did not run then says nothing. */
  readonly texts: readonly string[];
  /** Tells whether the failing tests name a file, which they may read as data. */
  isNamed(path: string): boolean;
  read(path: string): string | undefined;
};

/** Folders whose sources are read by others as often as they are run. */
const READ_AS_DATA =
  /(?:^|\/)(?:fixtures?|templates?|snapshots?|__snapshots__|stubs?|test-?data|assets|static|public)\//i;

const LOAD_FAILURE =
  /Cannot find (?:module|package)|does not provide an export named|[Cc]ould not resolve|Failed to (?:resolve|load)|No module named|cannot import name|\b(?:ImportError|SyntaxError|IndentationError|ClassNotFoundException|NoClassDefFoundError|NoSuchMethodError|LinkageError)\b|cannot find symbol|\[build failed\]/;

/** Finds the files among some that never ran. */
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

/** Declarations that act without a line of theirs being counted: values that compilers copy, and tables of Go. */
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
