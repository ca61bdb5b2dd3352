/**
 * Reads what a runner reported about every test: the results of an experiment, and the reports at the start
 * of an investigation. Reports are untrusted text: whatever can be read is read, and nothing here throws.
 */
import { readReports } from '../intake/read-reports.ts';
import type { EndedTest } from '../intake/reading/failure-keeper.ts';
import { readCargoText, readUnittestText } from './read-text-results.ts';
import type { ResultFormat, TestResult } from './runner.ts';

/** How much of a report is held at once, for formats that are not read incrementally. */
const MOST_BYTES = 128 * 1024 * 1024;
/** How many tests of one report are kept. */
const MOST_RESULTS = 500_000;

/** Bytes from a file or a pipe, or in memory. */
type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

type ReadingOptions = {
  /** The directory of the run; file names below it become relative to it. */
  readonly root?: string;
};

/** Formats read from the runner's terminal output; the intake reads all others. */
const textReaders: Readonly<Partial<Record<ResultFormat, (text: string) => readonly TestResult[]>>> = {
  'unittest-text': readUnittestText,
  'cargo-text': readCargoText,
};

/** The intake's names for the formats that runners are made to write. */
const INTAKE_FORMATS: Readonly<Partial<Record<ResultFormat, string>>> = {
  junit: 'junit-xml',
  'jest-json': 'jest-json',
  'go-json': 'go-json',
  'rspec-json': 'rspec-json',
  tap: 'tap',
  trx: 'trx',
};

/** Reads the results of a run; empty if there are none, and always for `exit-code`. */
export async function readResults(
  format: ResultFormat,
  bytes: Bytes,
  { root }: ReadingOptions = {},
): Promise<readonly TestResult[]> {
  const read = textReaders[format];
  const known = INTAKE_FORMATS[format];
  const results =
    known === undefined ? (read?.(await textOf(bytes)) ?? []) : await readByIntake(known, bytes);
  return results.slice(0, MOST_RESULTS).map((result) => belowRoot(result, root));
}

async function readByIntake(format: string, bytes: Bytes): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  const see = (ended: EndedTest) => {
    if (results.length < MOST_RESULTS) results.push(toResult(ended));
  };
  await readReports([{ name: 'results', bytes: asStream(bytes) }], { see, format });
  return results;
}

function toResult(ended: EndedTest): TestResult {
  if (!('test' in ended)) {
    const { outcome, ...names } = ended;
    return { ...names, status: outcome };
  }
  const { suitePath, name, className, file, kind, type, message, stack } = ended.test;
  const names = {
    suitePath,
    name,
    ...(className === undefined ? {} : { className }),
    ...(file === undefined ? {} : { file }),
  };
  // A flaky test failed and then passed within the run.
  if (ended.outcome === 'flaky') return { ...names, status: 'passed' };
  const failure = { kind, ...(type === undefined ? {} : { type }), message: message.text, stack: stack.text };
  return { ...names, status: 'failed', failure };
}

async function* asStream(bytes: Bytes): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

/** Returns the text of a report, as far as it arrived and within the limit. */
async function textOf(bytes: Bytes): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  try {
    for await (const chunk of bytes) {
      pieces.push(decoder.decode(chunk, { stream: true }));
      length += chunk.length;
      if (length > MOST_BYTES) break;
    }
  } catch {
    // Whatever came before the fault counts.
  }
  return pieces.join('') + decoder.decode();
}

function belowRoot(result: TestResult, root: string | undefined): TestResult {
  if (root === undefined) return result;
  const start = `${root.replace(/\/+$/, '')}/`;
  const below = (path: string): string => {
    const plain = path.replace(/^file:\/\//, '');
    // The same directory may have another prefix, for instance through a symbolic link.
    const at = plain.startsWith('/') ? plain.indexOf(start) : -1;
    return at < 0 ? path : plain.slice(at + start.length);
  };
  return {
    ...result,
    // Some tests and suites are named after a file or folder.
    suitePath: result.suitePath.map(below),
    name: below(result.name),
    ...(result.file === undefined ? {} : { file: below(result.file) }),
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML cannot contain, not even as a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Writes results as JUnit XML, from which the intake reads the same names, files and failures. */
export function toJunit(results: readonly TestResult[]): string {
  const lines: string[] = [];
  let open: readonly string[] = [];
  for (const result of results) {
    const shared = sharedLength(open, result.suitePath);
    lines.push(...open.slice(shared).map(() => '</testsuite>'));
    lines.push(...result.suitePath.slice(shared).map((name) => `<testsuite name="${attribute(name)}">`));
    lines.push(testcase(result));
    open = result.suitePath;
  }
  lines.push(...open.map(() => '</testsuite>'));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${lines.join('\n')}\n</testsuites>\n`;
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((name, index) => name !== other[index]);
  return differs < 0 ? one.length : differs;
}

function testcase({ name, className, file, status, failure }: TestResult): string {
  const names = { name, classname: className, file };
  const start = `<testcase${attributes(names)}>`;
  if (status === 'skipped') return `${start}<skipped/></testcase>`;
  if (status === 'passed') return `${start}</testcase>`;
  const { kind = 'failure', type, message = '', stack = '' } = failure ?? {};
  return `${start}<${kind}${attributes({ type, message })}>${text(stack)}</${kind}></testcase>`;
}

function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${attribute(value)}"`))
    .join('');
}

function text(value: string): string {
  return value
    .toWellFormed()
    .replace(ILLEGAL, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

/** A strict reader turns line ends in an attribute into spaces, unless they are written as references. */
function attribute(value: string): string {
  return text(value).replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
