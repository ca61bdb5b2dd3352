/**
 * Finds the files of a failing test: the one its report names, the one of its class, and those of the test
 * frames in its trace. If none of these is known, files that contain its title.
 */
import { sourceSyntax } from '../../context/index.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { traceOf } from '../case/fingerprint.ts';
import type { StackTrace } from '../stack/stack-trace.ts';
import { type CodeIndex, folderOfFailures, indexNear, type TestIdentity } from './code-index.ts';
import { createTestFiles, type TestFiles } from './test-body.ts';

/** If a title is found in more files than this, it identifies none of them. */
const MOST_FILES = 3;

const SHORTEST_TITLE = 3;

const CLASS_NAME = /^[\w.$/-]+$/;

const EXTENSION = /\.\w+$/;

const GO_TEST = /^(?:Test|Example|Fuzz)\w*(?=\/|$)/;

/** What runners put between suite titles (or the file name) and the test title. */
const JOINT = / [›»>] /;

const TITLE_WORD = /[\p{L}\p{N}_]{2,}/gu;

/** Returns the paths of a failing test's files: its own first, then helpers in its trace. */
export function findTestFiles(
  test: TestIdentity,
  trace: StackTrace,
  { index, files }: { index: CodeIndex; files: TestFiles },
): readonly string[] {
  const named = [
    reportedFile(test, index),
    ...[test.className, test.suite].map((name) => classFile(name, index)),
  ];
  const frames = [...trace.frames, ...trace.causes.flatMap((cause) => cause.frames)];
  const traced = frames.map((frame) => index.mapFrame(frame)?.path);
  const known = [...named, ...traced].filter((path) => path !== undefined && index.tests.has(path));
  if (known.length > 0) return distinct(known);
  const titled = filesWithTitle(test, { tests: index.tests, files });
  // A file that the report calls the test's file is one, even if its path and content do not look like it.
  return titled.length > 0 ? titled : distinct(named.slice(0, 2));
}

/** Returns whether the failure is of a whole file that did not load, reported as a test of the same name. */
export function isFileItself({ name, className = '' }: TestIdentity, path: string): boolean {
  if (className !== '' && className !== name) return false;
  const whole = `/${path}`;
  return whole.endsWith(`/${name}`) || whole.replace(EXTENSION, '').endsWith(`/${name.replaceAll('.', '/')}`);
}

/** The file that the report names. A file that did not load is reported as a test named by its path. */
function reportedFile({ file, name }: TestIdentity, index: CodeIndex): string | undefined {
  const named = file ?? (isPath(name) ? name : undefined);
  return named === undefined ? undefined : fileAt(named, index);
}

function fileAt(file: string, { mapFrame }: CodeIndex): string | undefined {
  return mapFrame({ raw: file, file, kind: 'own' })?.path;
}

function isPath(name: string): boolean {
  return /^\S*[/\\]\S+$/.test(name) && sourceSyntax(name) !== undefined;
}

/**
 * `com.example.FooTest` is a file of that name in its package; `tests.test_foo.TestBar` is a class in a
 * module.
 */
function classFile(name: string | undefined, index: CodeIndex): string | undefined {
  if (name === undefined || !CLASS_NAME.test(name)) return undefined;
  const { mapFrame, tests } = index;
  // Some runners name a suite by its file.
  const file = isPath(name) ? fileAt(name, index) : undefined;
  if (file !== undefined) return file;
  const module = name.replaceAll('/', '.').replace(/^\.+/, '');
  const found = mapFrame({ raw: name, module, kind: 'own' });
  if (found !== undefined) return found.path;
  const parts = module.split('.');
  const ends = parts.map((_, index) => `/${parts.slice(0, parts.length - index).join('/')}`);
  for (const end of ends) {
    for (const path of tests) if (`/${path.replace(EXTENSION, '')}`.endsWith(end)) return path;
  }
  return undefined;
}

type TitleSearch = { readonly tests: ReadonlySet<string>; readonly files: TestFiles };

/**
 * The test files that contain the title; if none does, those that contain the last part of a joined title.
 */
function filesWithTitle(test: TestIdentity, search: TitleSearch): readonly string[] {
  const found = filesWithWholeTitle(test, search);
  const parts = test.name.split(JOINT);
  if (found.length > 0 || parts.length === 1) return found;
  const [name = '', ...suites] = parts.reverse();
  return filesWithWholeTitle({ ...test, name, suitePath: [...test.suitePath, ...suites] }, search);
}

/** Of several files with the title, those that contain most words of the surrounding suites. */
function filesWithWholeTitle(
  { name, className = '', suitePath }: TestIdentity,
  { tests, files }: TitleSearch,
): readonly string[] {
  const suites = [className, ...suitePath].filter((suite) => suite !== '');
  // Some runners prefix the title with the suites.
  const shortened = suites
    .filter((suite) => name.startsWith(suite))
    .map((suite) => name.slice(suite.length).trim());
  const titles = [name, ...shortened].filter((title) => title.length >= SHORTEST_TITLE);
  const [declared] = GO_TEST.exec(name) ?? [];
  // A Go subtest is named by its function, then by the name the test gives it.
  if (declared !== undefined) titles.push(`func ${declared}(`);
  const words = new Set(suites.join(' ').match(TITLE_WORD) ?? []);
  let best: string[] = [];
  let most = 0;
  for (const path of tests) {
    const text = files.text(path);
    if (!titles.some((title) => text.includes(title))) continue;
    const shared = [...words].filter((word) => text.includes(word)).length;
    if (shared > most) best = [];
    most = Math.max(most, shared);
    if (shared === most) best.push(path);
  }
  return best.slice(0, MOST_FILES);
}

function distinct(paths: readonly (string | undefined)[]): string[] {
  return [...new Set(paths.filter((path) => path !== undefined))];
}

/** How many failures of a case and how many files are examined; in a flood the rest add nothing. */
const FAILURES_OF_CASE = 5;
const MOST_FAILING_FILES = 200;

/** Returns the files of the failing tests without duplicates, in the order of the cases. */
export function failingFiles(
  cases: readonly CaseRecord[],
  { index: all, folder }: { readonly index: CodeIndex; readonly folder: string },
): readonly string[] {
  const files = createTestFiles(all);
  const found = new Set<string>();
  for (const { failures } of cases) {
    const index = indexNear(all, folderOfFailures(failures, { folder }));
    for (const failure of failures.slice(0, FAILURES_OF_CASE)) {
      const [path] = findTestFiles(failure, traceOf(failure), { index, files });
      if (path !== undefined) found.add(path);
      if (found.size >= MOST_FAILING_FILES) return [...found];
    }
  }
  return [...found];
}
