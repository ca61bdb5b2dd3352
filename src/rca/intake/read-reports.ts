/**
 * Reads test reports: named byte streams in, failing tests out. Formats are recognised by content. Anything
 * unreadable is reported with its place, and the rest is still read.
 */
import { compareCodePoints, deepFreeze } from '../../kernel/index.ts';
import { logFormat, looksLikeLog } from './log/log.ts';
import { intakeLimits } from './reading/bounded-text.ts';
import type { FailedTest, TestCounts } from './reading/failed-test.ts';
import {
  createFailureKeeper,
  type EndedTest,
  type FailureKeeper,
  findDoubled,
  type ReportFormat,
  type ReportReader,
  UnreadableReport,
} from './reading/failure-keeper.ts';
import { firstElement } from './reading/xml-lexer.ts';
import { lookAlike, reportFormats } from './report-formats.ts';

/** A source, or part of one, that could not be read, and why. */
export interface UnreadReport {
  readonly source: string;
  readonly reason: string;
}

/** The result of reading reports; failures are ordered by source name, then by position in the document. */
export interface ReportReading {
  readonly tests: TestCounts;
  readonly failures: readonly FailedTest[];
  /** Tests that a report itself calls flaky: they failed, then passed. */
  readonly flaky: readonly FailedTest[];
  /** The sources that were read, with format and number of tests. */
  readonly read: readonly { readonly source: string; readonly format: string; readonly tests: number }[];
  readonly unread: readonly UnreadReport[];
}

type ReadingOptions = {
  readonly screen?: (text: string) => string;
  readonly see?: (ended: EndedTest) => void;
  readonly hear?: (piece: string) => void;
  /** The format's name, if it is known and cannot be recognised by content. */
  readonly format?: string;
};

type Outcome = { readonly format?: string; readonly waiting?: number; readonly faults: readonly string[] };

/**
 * Reads test reports as streams; memory does not grow with their size. `screen` removes secrets from
 * quotations of files that are not reports; screening report contents is up to the caller. `see` receives
 * every test in document order, including passed and skipped ones; `hear` receives all decoded text.
 *
 * @example
 * const { failures, unread } = await readReports([{ name: 'report.xml', bytes: createReadStream('report.xml') }]);
 */
export async function readReports(
  sources: Iterable<ReportSource> | AsyncIterable<ReportSource>,
  { screen = (text) => text, see, hear = () => undefined, format: known }: ReadingOptions = {},
): Promise<ReportReading> {
  const keeper = createFailureKeeper(see);
  const read: { source: string; format: string; tests: number }[] = [];
  const unread: UnreadReport[] = [];
  const formatOf = new Map<string, string>();
  const counts = new Map<string, TestCounts>();
  let counted = NO_TESTS;
  const add = (format: string, now: TestCounts) => {
    const added = addCounts(now, counted, -1);
    counted = { ...now };
    if (added.total > 0) counts.set(format, addCounts(counts.get(format) ?? NO_TESTS, added, 1));
  };
  for (const source of await inOrder(sources)) {
    const [testsBefore, leftOutBefore] = [keeper.counts.total, keeper.leftOut];
    const { format, waiting = 0, faults } = await readSource(source, keeper, { screen, hear, known });
    if (format !== undefined) {
      const group = groupOf(format, source.name);
      formatOf.set(source.name, group);
      add(group, keeper.counts);
      read.push({ source: source.name, format, tests: keeper.counts.total - testsBefore + waiting });
    }
    const leftOut = keeper.leftOut - leftOutBefore;
    const reasons = leftOut === 0 ? faults : [...faults, leftOutReason(leftOut)];
    unread.push(...reasons.map((reason) => ({ source: source.name, reason })));
  }
  keeper.begin('allure-result');
  keeper.finish();
  add('allure-result', keeper.counts);
  return deepFreeze({ ...countOnce({ counts, keeper, formatOf, read, unread }), read });
}

type Counted = {
  readonly counts: ReadonlyMap<string, TestCounts>;
  readonly keeper: FailureKeeper;
  readonly formatOf: ReadonlyMap<string, string>;
  readonly read: ReportReading['read'];
  readonly unread: readonly UnreadReport[];
};

/** Omits tests that appear again in a report of another format, and notes that. */
function countOnce({ counts, keeper, formatOf, read, unread }: Counted): Omit<ReportReading, 'read'> {
  const formatIn = ({ source }: FailedTest) => formatOf.get(source.name) ?? '';
  const doubled = findDoubled(
    [...counts].map(([format, one]) => ({
      format,
      counts: one,
      names: keeper.namesIn(format),
      failures: keeper.failures.filter((failure) => formatIn(failure) === format),
    })),
  );
  const isOnce = (failure: FailedTest) => !doubled.has(formatIn(failure));
  const notes = read.flatMap(({ source }) => {
    const same = doubled.get(formatOf.get(source) ?? '');
    const [of] = [...formatOf].filter(([, format]) => format === same).map(([name]) => name);
    return of === undefined
      ? []
      : [{ source, reason: `it reports the run that \`${of}\` reports, which was counted once` }];
  });
  return {
    tests: [...counts]
      .filter(([format]) => !doubled.has(format))
      .reduce((sum, [, one]) => addCounts(sum, one, 1), NO_TESTS),
    failures: keeper.failures.filter(isOnce),
    flaky: keeper.flaky.filter(isOnce),
    unread: [...unread, ...notes],
  };
}

const NO_TESTS: TestCounts = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };

function addCounts(left: TestCounts, right: TestCounts, sign: 1 | -1): TestCounts {
  return {
    total: left.total + sign * right.total,
    passed: left.passed + sign * right.passed,
    failed: left.failed + sign * right.failed,
    errored: left.errored + sign * right.errored,
    skipped: left.skipped + sign * right.skipped,
    flaky: left.flaky + sign * right.flaky,
  };
}

/** TestNG writes JUnit XML to its own folder, beside the report of its runner. */
function groupOf(format: string, source: string): string {
  return /(?:^|[/\\])junitreports[/\\]/.test(source) ? `${format} of TestNG` : format;
}

async function inOrder(
  sources: Iterable<ReportSource> | AsyncIterable<ReportSource>,
): Promise<ReportSource[]> {
  const all: ReportSource[] = [];
  for await (const source of sources) all.push(source);
  return all.sort((left, right) => compareCodePoints(left.name, right.name));
}

async function readSource(
  source: ReportSource,
  keeper: FailureKeeper,
  {
    screen,
    hear,
    known,
  }: Required<Pick<ReadingOptions, 'screen' | 'hear'>> & { readonly known: string | undefined },
): Promise<Outcome> {
  let format: ReportFormat | undefined;
  let reader: ReportReader | undefined;
  try {
    const { prefix, all } = await peekUnpacked(source.bytes);
    const { encoding, beginning, ...told } = recognise(prefix);
    format =
      known === undefined
        ? (told.format ?? (told.reason === undefined && looksLikeLog(beginning) ? logFormat : undefined))
        : reportFormats.find(({ name }) => name === known);
    if (format === undefined) {
      await close(all);
      return { faults: [told.reason ?? foreignReason(screen(beginning))] };
    }
    keeper.begin(groupOf(format.name, source.name));
    reader = format.open(source.name, keeper);
    for await (const piece of decodeBytes(all, encoding)) {
      hear(piece);
      reader.write(piece);
    }
    const fault = reader.end();
    return {
      format: format.name,
      waiting: reader.waiting?.() ?? 0,
      faults: fault === undefined ? [] : [fault],
    };
  } catch (error) {
    return stopped(error, { format, reader });
  }
}

type Recognised = {
  readonly encoding: string;
  readonly beginning: string;
  readonly format?: ReportFormat | undefined;
  /** What the file is instead, if known. */
  readonly reason?: string | undefined;
};

function recognise(prefix: Uint8Array): Recognised {
  const encoding = sniffEncoding(prefix);
  const beginning = new TextDecoder(encoding).decode(prefix);
  const reason = lookAlike(beginning);
  if (reason !== undefined) return { encoding, beginning, reason };
  return { encoding, beginning, format: reportFormats.find((candidate) => candidate.recognises(beginning)) };
}

/** Returns whether a file is a test report, from its first bytes (unpacked, if it was packed). */
export function isReport(prefix: Uint8Array): boolean {
  return recognise(prefix.subarray(0, intakeLimits.prefixBytes)).format !== undefined;
}

/** Everything read before a fault counts, so the reader is ended normally. */
function stopped(
  error: unknown,
  { format, reader }: { format: ReportFormat | undefined; reader: ReportReader | undefined },
): Outcome {
  if (format === undefined || reader === undefined)
    return { faults: [`it cannot be read: ${messageOf(error)}`] };
  const place = reader.place();
  reader.end();
  if (error instanceof UnreadableReport)
    return { format: format.name, faults: [`${error.message} (${place})`] };
  return { format: format.name, faults: [`reading stopped at ${place}: ${messageOf(error)}`] };
}

function leftOutReason(count: number): string {
  return `${count} further failures were counted but not kept, past the first ${intakeLimits.failures}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function foreignReason(beginning: string): string {
  if (beginning.trim() === '') return 'it is empty';
  const root = firstElement(beginning);
  if (root !== undefined) return `no known report format has the root \`<${root}>\``;
  const line = beginning.trimStart().split('\n', 1)[0] ?? '';
  return `no known report format begins with \`${line.replace(/[^\x20-\x7e]/g, '?').slice(0, 40)}\``;
}

async function close(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes) return;
}

const DECLARED = /^\s{0,64}<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/;

/** Detects the encoding of a document from its first bytes, as a label for `TextDecoder`. */
function sniffEncoding(prefix: Uint8Array): string {
  const [a, b, c] = prefix;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  const declared = DECLARED.exec(String.fromCharCode(...prefix.subarray(0, 512)))?.[1]?.toLowerCase();
  // A declaration that was readable byte by byte is not UTF-16, whatever it says.
  if (declared === undefined || declared.startsWith('utf-16') || declared.startsWith('ucs-2')) return 'utf-8';
  return isKnownEncoding(declared) ? declared : 'utf-8';
}

/** Decodes a byte stream into pieces of text. */
async function* decodeBytes(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

function isKnownEncoding(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** One report: a display name (a path, `stdin`) and its bytes. */
export interface ReportSource {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Splits a stream into its first bytes, at most `length`, and a stream of everything. */
async function peekBytes(
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ readonly prefix: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let rest: AsyncIterator<Uint8Array> = iterator;
  try {
    for (let size = 0; size < length; ) {
      const next = await iterator.next();
      if (next.done === true) break;
      seen.push(next.value);
      size += next.value.length;
    }
  } catch (error) {
    // The bytes before the fault are read first, so the fault is deferred.
    rest = { next: () => Promise.reject(error) };
  }
  return { prefix: join(seen).subarray(0, length), all: resume(seen, rest) };
}

/** Peeks into a stream, unpacking gzip. */
async function peekUnpacked(bytes: AsyncIterable<Uint8Array>): ReturnType<typeof peekBytes> {
  const packed = await peekBytes(bytes, intakeLimits.prefixBytes);
  const [first, second] = packed.prefix;
  if (first !== 0x1f || second !== 0x8b) return packed;
  return peekBytes(unpack(packed.all), intakeLimits.prefixBytes);
}

async function* unpack(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked = ReadableStream.from(bytes).pipeThrough(new DecompressionStream('gzip'));
  let length = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
      yield chunk;
      length += chunk.length;
      if (length > intakeLimits.unpackedBytes) break;
    }
  } catch (error) {
    throw new Error('what was packed by gzip is damaged or cut off', { cause: error });
  }
  if (length > intakeLimits.unpackedBytes)
    throw new Error(`it is larger than ${intakeLimits.unpackedBytes} bytes when it is unpacked`);
}

async function* resume(
  seen: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* seen;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
