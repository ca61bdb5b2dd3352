/**
 * Matches test files to production files by the naming conventions of common languages: `FooTest`, `TestFoo`,
 * `foo.test.js`, `foo_test.go`, `test_foo.py`, `foo_spec.rb`, `FooIT`; and by mirrored folders. Everything is
 * compared as lower-case words, so `HTTPHeaderTest.java` matches `http_header.c`.
 */

const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu;
const TEST_WORDS = new Set(['test', 'tests', 'testcase', 'spec', 'specs', 'it', 'case', 'e2e', 'unit', 'cy']);
/** Files that represent their folder. */
const FOLDER_NAMES = new Set(['index', '__init__', 'mod', 'package', 'main', 'init']);
/** Folders that indicate the side or the language, not the topic. */
const ROOT_FOLDERS = new Set(
  'src main test tests testing spec specs __tests__ unit integration java kotlin scala groovy python js javascript ts typescript lib libs source app packages'.split(
    ' ',
  ),
);

/** The score of equal names, and the highest score of names that only share words. */
const EXACT = 1000;
const PARTIAL = 700;

/** A file's name as seen by the conventions. */
export interface FileName {
  /** The words of the name, without extension and test markers. */
  readonly words: readonly string[];
  /** The folders that indicate the topic. */
  readonly folders: readonly string[];
}

/** Reads the name of a production or test file. */
export function fileName(path: string): FileName {
  const segments = path.split('/');
  const name = segments.pop() ?? '';
  const stem = name.replace(/\.\w+$/, '');
  const own = wordsOf(FOLDER_NAMES.has(stem) ? (segments.at(-1) ?? stem) : stem);
  return {
    words: withoutTestWords(own),
    folders: segments.map((segment) => segment.toLowerCase()).filter((segment) => !ROOT_FOLDERS.has(segment)),
  };
}

/**
 * Scores how well a production file's name matches a test file's, from 0 to 1000: 1000 for equal names, less
 * for names that share their first words.
 */
export function namingMatch(test: FileName, production: FileName): number {
  const left = test.words.join('');
  const right = production.words.join('');
  if (left === '' || right === '') return 0;
  if (left === right) return EXACT;
  let shared = 0;
  while (shared < test.words.length && test.words[shared] === production.words[shared]) shared++;
  return Math.floor((PARTIAL * 2 * shared) / (test.words.length + production.words.length));
}

/** Scores how many folders of two files agree, counted from the file, from 0 to 1000. */
export function folderMatch({ folders: left }: FileName, { folders: right }: FileName): number {
  const total = left.length + right.length;
  if (total === 0) return 0;
  let shared = 0;
  while (shared < left.length && shared < right.length && left.at(-1 - shared) === right.at(-1 - shared))
    shared++;
  return Math.floor((EXACT * 2 * shared) / total);
}

function wordsOf(name: string): string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** Test markers come before or after the name, never within it; a name of nothing else keeps its words. */
function withoutTestWords(words: readonly string[]): readonly string[] {
  let start = 0;
  let end = words.length;
  while (end > start && TEST_WORDS.has(words[end - 1] ?? '')) end--;
  while (start < end && TEST_WORDS.has(words[start] ?? '')) start++;
  return start === end ? words : words.slice(start, end);
}
