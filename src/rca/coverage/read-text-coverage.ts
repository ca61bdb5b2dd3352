/** Coverage in lines of text: LCOV, which most languages have a writer for, and the cover profiles of Go. */
import { collectFiles, type RecordedFile, UnreadableCoverage } from './recorded-file.ts';

const LCOV_LINE = /^DA:(\d{1,9}),(-?)(\d+)/;
const GO_BLOCK = /^(.+):(\d{1,9})\.\d{1,9},(\d{1,9})\.\d{1,9} \d{1,9} (\d{1,20})$/;

/** Reads LCOV. INVARIANT (whole records): a record that breaks off would hide lines that ran, so it is refused. */
export function readLcov(text: string): readonly RecordedFile[] {
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
      // Counters that ran over are negative.
      file.mark(Number(at), minus === '-' || /[1-9]/.test(count));
    }
  }
  if (file !== undefined) throw breaksOff(text.split('\n').length);
  return files.finish();
}

/** Reads a cover profile of Go: blocks from a line and column to another, with how often each ran. */
export function readGoProfile(text: string): readonly RecordedFile[] {
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
