/**
 * Where the main job begins: named byte streams in, failing tests out. A source's format is told by its content; what
 * cannot be read is reported with its place and the rest goes on.
 */
import { compareCodePoints, deepFreeze } from '../../kernel/index.ts';
import { intakeLimits } from './bounded-text.ts';
import type { FailedTest, TestCounts } from './failed-test.ts';
import {
  createFailureKeeper,
  type EndedTest,
  type FailureKeeper,
  type ReportFormat,
  type ReportReader,
  UnreadableReport,
} from './failure-keeper.ts';
import { junitXml } from './junit-xml.ts';
import { firstElement } from './xml-lexer.ts';

/** A source, or a part of one, that could not be read, and why. */
export interface UnreadReport {
  readonly source: string;
  readonly reason: string;
}

/** Everything read from some reports; failures in the order of their sources' names, then of the documents. */
export interface ReportReading {
  readonly tests: TestCounts;
  readonly failures: readonly FailedTest[];
  /** Tests that a report itself calls flaky: they failed, then passed. */
  readonly flaky: readonly FailedTest[];
  /** The sources that were read, with their format and number of tests. */
  readonly read: readonly { readonly source: string; readonly format: string; readonly tests: number }[];
  readonly unread: readonly UnreadReport[];
}

/** The known formats; the first that recognises a document reads it. */
const formats: readonly ReportFormat[] = [junitXml];

type ReadingOptions = {
  readonly screen?: (text: string) => string;
  readonly see?: (ended: EndedTest) => void;
  readonly hear?: (piece: string) => void;
};

type Outcome = { readonly format?: string; readonly faults: readonly string[] };

/**
 * Reads test reports as streams, with memory that does not grow with their size. `screen` keeps secrets out of what is
 * quoted of files that are no reports; what is read of reports is for the caller to screen. `see` is shown every test,
 * passed and skipped ones as well, in the order of the documents; `hear` is given everything as it is decoded.
 *
 * @example
 * const { failures, unread } = await readReports([{ name: 'report.xml', bytes: createReadStream('report.xml') }]);
 */
export async function readReports(
  sources: Iterable<ReportSource> | AsyncIterable<ReportSource>,
  { screen = (text) => text, see, hear = () => undefined }: ReadingOptions = {},
): Promise<ReportReading> {
  const keeper = createFailureKeeper(see);
  const read: { source: string; format: string; tests: number }[] = [];
  const unread: UnreadReport[] = [];
  for (const source of await inOrder(sources)) {
    const [testsBefore, leftOutBefore] = [keeper.counts.total, keeper.leftOut];
    const { format, faults } = await readSource(source, keeper, { screen, hear });
    if (format !== undefined) {
      read.push({ source: source.name, format, tests: keeper.counts.total - testsBefore });
    }
    const leftOut = keeper.leftOut - leftOutBefore;
    const reasons = leftOut === 0 ? faults : [...faults, leftOutReason(leftOut)];
    unread.push(...reasons.map((reason) => ({ source: source.name, reason })));
  }
  return deepFreeze({
    tests: { ...keeper.counts },
    failures: keeper.failures,
    flaky: keeper.flaky,
    read,
    unread,
  });
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
  { screen, hear }: Required<Pick<ReadingOptions, 'screen' | 'hear'>>,
): Promise<Outcome> {
  let format: ReportFormat | undefined;
  let reader: ReportReader | undefined;
  try {
    const { prefix, all } = await peekBytes(source.bytes, intakeLimits.prefixBytes);
    const encoding = sniffEncoding(prefix);
    const beginning = new TextDecoder(encoding).decode(prefix);
    format = formats.find((candidate) => candidate.recognises(beginning));
    if (format === undefined) {
      await close(all);
      return { faults: [foreignReason(screen(beginning))] };
    }
    reader = format.open(source.name, keeper);
    for await (const piece of decodeBytes(all, encoding)) {
      hear(piece);
      reader.write(piece);
    }
    const fault = reader.end();
    return { format: format.name, faults: fault === undefined ? [] : [fault] };
  } catch (error) {
    return stopped(error, { format, reader });
  }
}

/** What was read before a fault counts, so the reader is ended all the same. */
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

/** Tells the encoding of a document from its first bytes, as a label that `TextDecoder` knows. */
function sniffEncoding(prefix: Uint8Array): string {
  const [a, b, c] = prefix;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  const declared = DECLARED.exec(String.fromCharCode(...prefix.subarray(0, 512)))?.[1]?.toLowerCase();
  // A declaration that was read byte by byte is not UTF-16, whatever it says.
  if (declared === undefined || declared.startsWith('utf-16') || declared.startsWith('ucs-2')) return 'utf-8';
  return isKnownEncoding(declared) ? declared : 'utf-8';
}

/** Decodes a stream of bytes into pieces of text. */
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

/** One report: a name for people (a path, `stdin`) and its bytes. */
export interface ReportSource {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Splits a stream into its first bytes, at most `length` of them, and a stream of everything. */
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
    // What came before the fault is read first, so the fault waits for its turn.
    rest = { next: () => Promise.reject(error) };
  }
  return { prefix: join(seen).subarray(0, length), all: resume(seen, rest) };
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
