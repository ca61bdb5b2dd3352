/** Files as documents of coverage tools name them, before they are found in the repository. */
import { coverageLimits, type LineMarks, markLine } from './coverage.ts';

/** A file that a document names, in one way or several, the most telling first. */
export type RecordedFile = {
  readonly names: readonly string[];
  /** Returns its marks; `text` is the file as the repository has it. Null where the text is needed and does not fit. */
  marksIn(text: () => string | undefined): LineMarks | null;
};

/** A document that cannot be used; the message says why. */
export class UnreadableCoverage extends Error {}

/** Gathers the marks of files within the bounds. */
export type FileCollector = {
  /** Returns the marks of a file, which may be named again. */
  file(...names: readonly string[]): { mark(line: number, hasRun: boolean): void };
  finish(): readonly RecordedFile[];
};

/** Starts gathering the files of one document. */
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
