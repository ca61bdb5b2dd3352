/**
 * Reads documents of coverage tools; which format one has is told by what it says, never by its name. A document is read
 * whole or not at all: half of one would take lines that ran for lines that did not.
 */
import { firstElement } from '../intake/first-element.ts';
import { coverageLimits } from './coverage.ts';
import { readGoProfile, readLcov } from './read-text-coverage.ts';
import { readV8Coverage } from './read-v8-coverage.ts';
import { readCobertura, readJacoco } from './read-xml-coverage.ts';
import { collectFiles, type RecordedFile, UnreadableCoverage } from './recorded-file.ts';

/** The formats that coverage is read from. */
export type CoverageFormat =
  | 'lcov'
  | 'cobertura'
  | 'jacoco'
  | 'istanbul'
  | 'coverage.py'
  | 'go'
  | 'v8'
  | 'penumbra';

/** A document as read, or why it was not. */
export type CoverageDocument =
  | { readonly format: CoverageFormat; readonly files: readonly RecordedFile[] }
  | { readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

const PREFIX = 4_096;

/** Reads one document. */
export function readCoverage(text: string): CoverageDocument {
  try {
    if (text.length > coverageLimits.documentBytes) throw tooLarge();
    const found = readByContent(text.replace(/^\uFEFF/, ''));
    if (found === undefined)
      return {
        reason: 'it is no coverage that is known: LCOV, Cobertura, JaCoCo, Istanbul, coverage.py, Go or V8',
      };
    // A process that ran nothing of the project leaves a document of V8 all the same.
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

/** Reads files that have a list of the lines that ran and one of the others. */
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

/** Reads Istanbul's `coverage-final.json`: a line runs where a statement begins in it. */
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

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
