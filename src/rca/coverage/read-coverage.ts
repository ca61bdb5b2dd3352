/**
 * Reads documents of coverage tools, recognised by content, never by name. A document is read completely or
 * not at all: half of one would report lines that ran as missed.
 */

import { intakeLimits } from '../intake/reading/bounded-text.ts';
import { type Fields, fieldsOf } from '../intake/reading/json-fields.ts';
import { createXmlLexer, firstElement, type XmlAttributes } from '../intake/reading/xml-lexer.ts';
import {
  collectFiles,
  coverageLimits,
  type FileCollector,
  type RecordedFile,
  UnreadableCoverage,
} from './coverage.ts';
import { readV8Coverage } from './read-v8-coverage.ts';

export type CoverageFormat =
  | 'lcov'
  | 'cobertura'
  | 'jacoco'
  | 'istanbul'
  | 'coverage.py'
  | 'go'
  | 'v8'
  | 'penumbra';

/** A document as read, or why it was rejected. */
export type CoverageDocument =
  | { readonly format: CoverageFormat; readonly files: readonly RecordedFile[] }
  | { readonly reason: string };

const PREFIX = 4_096;

export function readCoverage(text: string): CoverageDocument {
  try {
    if (text.length > coverageLimits.documentBytes) throw tooLarge();
    const found = readByContent(text.replace(/^\uFEFF/, ''));
    if (found === undefined)
      return {
        reason: 'it is no coverage that is known: LCOV, Cobertura, JaCoCo, Istanbul, coverage.py, Go or V8',
      };
    // A process that ran nothing of the project still writes a V8 document.
    if ('files' in found && found.files.length === 0 && found.format !== 'v8')
      return { reason: 'it names no file' };
    return found;
  } catch (error) {
    if (error instanceof UnreadableCoverage) return { reason: error.message };
    throw error;
  }
}

function tooLarge(): UnreadableCoverage {
  return new UnreadableCoverage(`it is larger than ${coverageLimits.documentBytes} bytes`);
}

function readByContent(text: string): CoverageDocument | undefined {
  const start = text.slice(0, PREFIX).trimStart();
  if (/^(?:TN:|SF:)/.test(start)) return { format: 'lcov', files: readLcov(text) };
  if (/^mode: (?:set|count|atomic)\s/.test(start)) return { format: 'go', files: readGoProfile(text) };
  if (start.startsWith('{')) return readJson(text);
  const root = firstElement(start);
  if (root === 'coverage') return { format: 'cobertura', files: readCobertura(text) };
  if (root === 'report') return { format: 'jacoco', files: readJacoco(text) };
  return undefined;
}

function readJson(text: string): CoverageDocument | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new UnreadableCoverage('it is no JSON, or breaks off');
  }
  const fields = fieldsOf(document);
  const { result, penumbra, meta, files } = fields;
  if (Array.isArray(result)) return { format: 'v8', files: readV8Coverage(fields) };
  if (penumbra === 'coverage/1')
    return { format: 'penumbra', files: readLists(fieldsOf(files), { ran: 'ran', missed: 'missed' }) };
  if (meta !== undefined && files !== undefined) {
    const names = { ran: 'executed_lines', missed: 'missing_lines' };
    return { format: 'coverage.py', files: readLists(fieldsOf(files), names) };
  }
  const entries = Object.values(fields);
  if (entries.length > 0 && entries.every((entry) => 'statementMap' in fieldsOf(entry)))
    return { format: 'istanbul', files: readIstanbul(fields) };
  return undefined;
}

/** Reads files with one list of the lines that ran and one of the others. */
function readLists(
  byName: Fields,
  { ran, missed }: { readonly ran: string; readonly missed: string },
): readonly RecordedFile[] {
  const files = collectFiles();
  for (const [name, entry] of Object.entries(byName)) {
    const file = files.file(name);
    const fields = fieldsOf(entry);
    for (const key of [ran, missed]) {
      const lines = fields[key];
      if (!Array.isArray(lines)) throw new UnreadableCoverage(`it has no \`${key}\` of a file`);
      for (const line of lines) file.mark(Number(line), key === ran);
    }
  }
  return files.finish();
}

/** Reads Istanbul's `coverage-final.json`: a line counts as run if a statement that begins on it ran. */
function readIstanbul(byName: Fields): readonly RecordedFile[] {
  const files = collectFiles();
  for (const [name, entry] of Object.entries(byName)) {
    const { path, statementMap, s } = fieldsOf(entry);
    const file = files.file(typeof path === 'string' ? path : name);
    const counts = fieldsOf(s);
    for (const [id, place] of Object.entries(fieldsOf(statementMap))) {
      const count = counts[id];
      if (typeof count !== 'number') throw new UnreadableCoverage('it has a statement without a count');
      const { start } = fieldsOf(place);
      file.mark(Number(fieldsOf(start).line), count > 0);
    }
  }
  return files.finish();
}

const LCOV_LINE = /^DA:(\d{1,9}),(-?)(\d+)/;
const GO_BLOCK = /^(.+):(\d{1,9})\.\d{1,9},(\d{1,9})\.\d{1,9} \d{1,9} (\d{1,20})$/;

/** Reads LCOV. INVARIANT (whole records): a truncated record would hide lines that ran, so it is rejected. */
function readLcov(text: string): readonly RecordedFile[] {
  const files = collectFiles();
  let file: ReturnType<typeof files.file> | undefined;
  for (const { line, number } of linesOf(text)) {
    if (line.startsWith('SF:')) {
      if (file !== undefined) throw breaksOff(number);
      file = files.file(line.slice(3));
    } else if (line === 'end_of_record') file = undefined;
    else if (line.startsWith('DA:')) {
      const [, at, minus, count] = LCOV_LINE.exec(line) ?? [];
      if (file === undefined || at === undefined || count === undefined)
        throw new UnreadableCoverage(`line ${number} is no line of LCOV`);
      // Overflowed counters are negative.
      file.mark(Number(at), minus === '-' || /[1-9]/.test(count));
    }
  }
  if (file !== undefined) throw breaksOff(text.split('\n').length);
  return files.finish();
}

/** Reads a Go cover profile: blocks between two positions, with execution counts. */
function readGoProfile(text: string): readonly RecordedFile[] {
  const files = collectFiles();
  if (!text.endsWith('\n')) throw breaksOff(text.split('\n').length);
  for (const { line, number } of linesOf(text)) {
    if (line === '' || line.startsWith('mode: ')) continue;
    const [, name = '', first = '', last = '', count = ''] = GO_BLOCK.exec(line) ?? [];
    if (name === '') throw new UnreadableCoverage(`line ${number} is no block of a cover profile`);
    const file = files.file(name);
    for (let at = Number(first); at <= Number(last); at++) file.mark(at, count !== '0');
  }
  return files.finish();
}

function* linesOf(text: string): Generator<{ readonly line: string; readonly number: number }> {
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield { line: text.slice(start, end).trimEnd(), number: ++number };
    start = end + 1;
  }
}

function breaksOff(line: number): UnreadableCoverage {
  return new UnreadableCoverage(`it breaks off in line ${line}`);
}

/**
 * Reads an XML document with a given root; a truncated one is rejected, because the missing part may have
 * run.
 */
function readXml(
  text: string,
  root: string,
  open: (name: string, attributes: (name: string) => string) => void,
  characters: (piece: string, within: string) => void = () => {},
): void {
  const within: string[] = [];
  let isWhole = false;
  const lexer = createXmlLexer({
    open(name, attributes) {
      if (within.length >= intakeLimits.depth)
        throw new UnreadableCoverage(`it nests deeper than ${intakeLimits.depth} elements`);
      within.push(name);
      open(name, (key) => attributeOf(attributes, key));
    },
    text: (piece) => characters(piece, within.at(-1) ?? ''),
    close(name) {
      within.pop();
      if (name === root && within.length === 0) isWhole = true;
    },
  });
  lexer.write(text);
  lexer.end();
  if (!isWhole) throw new UnreadableCoverage(`it breaks off: \`${root}\` is not closed`);
}

/** Reads Cobertura; its file names are relative to one of the document's source folders. */
function readCobertura(text: string): readonly RecordedFile[] {
  const files = collectFiles();
  const folders: string[] = [];
  let file: ReturnType<FileCollector['file']> | undefined;
  readXml(
    text,
    'coverage',
    (name, value) => {
      if (name === 'source') folders.push('');
      if (name === 'class') file = files.file(...namesBelow(folders, value('filename')));
      if (name === 'line' && file !== undefined)
        file.mark(wholeNumber(value('number')), value('hits') !== '0');
    },
    (piece, within) => {
      if (within === 'source') folders.push((folders.pop() ?? '') + piece);
    },
  );
  return files.finish();
}

/** Reads JaCoCo; a line ran if at least one of its instructions did. */
function readJacoco(text: string): readonly RecordedFile[] {
  const files = collectFiles();
  let folder = '';
  let file: ReturnType<FileCollector['file']> | undefined;
  readXml(text, 'report', (name, value) => {
    if (name === 'package') folder = value('name');
    if (name === 'sourcefile')
      file = files.file(folder === '' ? value('name') : `${folder}/${value('name')}`);
    if (name === 'line' && file !== undefined) file.mark(wholeNumber(value('nr')), value('ci') !== '0');
  });
  return files.finish();
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/;

function namesBelow(folders: readonly string[], name: string): readonly string[] {
  if (name === '') throw new UnreadableCoverage('a class of it names no file');
  if (ABSOLUTE.test(name)) return [name];
  const below = folders.map((folder) => folder.trim()).filter((folder) => folder !== '' && folder !== '.');
  return [...below.map((folder) => `${folder.replace(/[\\/]+$/, '')}/${name}`), name];
}

function wholeNumber(value: string): number {
  return /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
}

function attributeOf(attributes: XmlAttributes, name: string): string {
  return attributes.get(name)?.text ?? '';
}
