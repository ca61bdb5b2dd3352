/** The runners of Python: pytest and unittest. */

import { tellWords } from './command-words.ts';
import { findFile, type Manifests, type RunnerEntry, type TestName } from './runner.ts';
import { programName } from './unwrap-command.ts';

/** Python compares compiled files by their time in seconds, so a quick change would go unnoticed. */
const environment = { PYTHONDONTWRITEBYTECODE: '1' };

/** Recognises `python -m MODULE`, with interpreter options before it. */
function isModule(words: readonly string[], module: string): number {
  if (!/^(?:python[\d.]*|py|pypy[\d.]*)$/.test(programName(words[0]))) return 0;
  const at = words.indexOf('-m');
  const isFirst = words
    .slice(1, at)
    .every((word, index) => word.startsWith('-') || /^-[XW]$/.test(words[index] ?? ''));
  return at > 0 && isFirst && words[at + 1] === module ? at + 2 : 0;
}

const pytestValued = [
  ...['-c', '-k', '-m', '-n', '-o', '-p', '-r', '-W', '--rootdir', '--confcutdir', '--basetemp', '--ignore'],
  ...['--ignore-glob', '--deselect', '--maxfail', '--tb', '--durations', '--timeout', '--junitxml', '--cov'],
  ...['--junit-xml', '--override-ini', '--import-mode', '--color', '--log-level', '--cov-report', '--dist'],
  ...['--capture', '--numprocesses', '--cov-config', '--reruns', '--log-cli-level', '--ds', '--config-file'],
];

const pytest: RunnerEntry = {
  name: 'pytest',
  recognise: (words) =>
    isModule(words, 'pytest') || (/^(?:pytest|py[.]test)(?:-3)?$/.test(programName(words[0])) ? 1 : 0),
  plan({ args, fixed, manifests }, { tests, out }) {
    const { options, operands, rest } = tellWords(args, {
      valued: pytestValued,
      without: ['--junitxml', '--junit-xml', '-x', '--exitfirst', '--maxfail'],
    });
    const isFree = tellWords(fixed, { valued: pytestValued }).operands.length === 0;
    const ids = tests === 'all' || !isFree ? null : tests.map((test) => nodeId(test, manifests));
    const known = ids === null || ids.includes(null) ? null : ids.flatMap((id) => id ?? []);
    return {
      args: [
        ...options,
        `--junitxml=${out}/results.xml`,
        ...['-o', 'junit_family=xunit1', '-o', `cache_dir=${out}/cache`],
        ...(known === null ? [...operands, ...rest] : new Set(known)),
      ],
      environment,
      results: { format: 'junit', from: { path: `${out}/results.xml` } },
    };
  },
};

const PYTEST_NAME = /^[^\W\d]\w*(?:\[\P{Cc}*\])?$/su;

/** Returns a test's id for the command line; if it has none, the file. */
function nodeId(test: TestName, manifests: Manifests): string | null {
  const place = placeOf(test, manifests);
  if (place === null) return null;
  const names = [...place.classes, test.name];
  // A module that could not be collected is reported as a test without a class, named after the module.
  const isModule = !test.className && `/${place.file}`.endsWith(`/${test.name.replaceAll('.', '/')}.py`);
  const isWhole =
    !isModule && PYTEST_NAME.test(test.name) && place.classes.every((name) => /^\w+$/.test(name));
  return isWhole ? [place.file, ...names].join('::') : place.file;
}

/**
 * Finds the file of a test and its enclosing classes: reports give the file, or only a module in the class's
 * name.
 */
function placeOf(
  { className = '', name, file: given }: TestName,
  manifests: Manifests,
): { readonly file: string; readonly classes: readonly string[] } | null {
  const parts = className.split('.').filter((part) => part !== '');
  const file = findFile(given, manifests);
  const stem = file?.replace(/^.*\//, '').replace(/[.]py$/, '') ?? '';
  const end = parts.lastIndexOf(stem);
  if (file !== null && end >= 0) return { file, classes: parts.slice(end + 1) };
  // An inherited test is reported with the file of the base class, but runs in the module of its own class. A
  // module that could not be collected is a test named after the module.
  const all = parts.length > 0 ? parts : name.split('.');
  for (let length = all.length; length > 0; length--) {
    const module = findFile(`${all.slice(0, length).join('/')}.py`, manifests);
    if (module !== null) return { file: module, classes: all.slice(length) };
  }
  return file === null ? null : { file, classes: [] };
}

const unittestValued = ['-k', '-s', '--start-directory', '-p', '--pattern', '-t', '--top-level-directory'];
const DOTTED = /^[^\W\d]\w*(?:[.][^\W\d]\w*)*$/u;
const FAILED_IMPORT = 'unittest.loader._FailedTest';

const unittest: RunnerEntry = {
  name: 'unittest',
  recognise: (words) => isModule(words, 'unittest'),
  plan({ args, fixed, manifests }, { tests, out: _ }) {
    const all = [...fixed, ...args];
    const isDiscovery = all[0] === 'discover';
    const names = tests === 'all' ? null : tests.map(dottedName);
    const isKnown = names?.every((name) => DOTTED.test(name)) ?? false;
    const hasDocuments = tests !== 'all' && tests.some((test) => isDocumentTest(test, manifests));
    const { options, operands } = tellWords(args, {
      valued: unittestValued,
      isWhole: true,
      without: ['-q', '--quiet', '-v', '--verbose', '-f', '--failfast', ...(isKnown ? ['-k'] : [])],
    });
    const planned = { environment, results: { format: 'unittest-text', from: 'stderr' } } as const;
    if (names === null || !isKnown) return { ...planned, args: [...operands, ...options, '-v'] };
    // Discovery names modules relative to its start folder, which may not be on Python's path. Doctests have
    // no name to load them by; patterns filter only methods and so keep them.
    const isByPattern = isDiscovery || fixed.length > 0 || hasDocuments;
    const patterns = names.flatMap((name) => ['-k', name]);
    return {
      ...planned,
      args: isByPattern
        ? [...operands, ...options, '-v', ...patterns]
        : [...options, '-v', ...new Set(names)],
    };
  },
};

/** A doctest is reported with its module in place of a class. */
function isDocumentTest({ className = '' }: TestName, manifests: Manifests): boolean {
  return className !== '' && findFile(`${className.replaceAll('.', '/')}.py`, manifests) !== null;
}

function dottedName({ className = '', name }: TestName): string {
  return className === '' || className === FAILED_IMPORT ? name : `${className}.${name}`;
}

export const pythonRunners: readonly RunnerEntry[] = [pytest, unittest];
