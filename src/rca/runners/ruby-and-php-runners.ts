/** The runners of Ruby and PHP: RSpec and PHPUnit. */

import { tellWords } from './command-words.ts';
import { findFiles, type RunnerEntry, type TestName } from './runner.ts';
import { escapePattern, titlePattern } from './same-test.ts';
import { programName } from './unwrap-command.ts';

const rspecValued = [
  ...['-r', '--require', '-I', '-t', '--tag', '-e', '--example', '-E', '--example-matches', '-f', '--format'],
  ...['-o', '--out', '-P', '--pattern', '--exclude-pattern', '--seed', '--order', '-O', '--options', '-c'],
];

const rspec: RunnerEntry = {
  name: 'RSpec',
  recognise: (words) => (programName(words[0]) === 'rspec' ? 1 : 0),
  plan({ args, fixed, manifests, isThroughShell }, { tests, out }) {
    const pattern = tests === 'all' ? null : titlePattern(tests, { isPlain: isThroughShell });
    const { options, operands, rest } = tellWords(args, {
      valued: rspecValued,
      without: [
        ...['-f', '--format', '-o', '--out', '--fail-fast', '--next-failure', '--only-failures'],
        ...(pattern === null ? [] : ['-e', '--example', '-E', '--example-matches']),
      ],
    });
    const isFree = tellWords(fixed, { valued: rspecValued }).operands.length === 0;
    const files = tests === 'all' || !isFree ? null : findFiles(tests, manifests);
    return {
      args: [
        ...options,
        ...(pattern === null ? [] : [`--example-matches=${pattern}`]),
        ...['--no-fail-fast', '--format=json', `--out=${out}/results.json`],
        ...(files ?? [...operands, ...rest]),
      ],
      environment: {},
      results: { format: 'rspec-json', from: { path: `${out}/results.json` } },
    };
  },
};

const phpunitValued = [
  ...['-c', '--configuration', '--bootstrap', '--filter', '--testsuite', '--group', '--exclude-group', '-d'],
  ...[
    '--log-junit',
    '--printer',
    '--cache-result-file',
    '--cache-directory',
    '--order-by',
    '--random-order-seed',
  ],
];

const phpunit: RunnerEntry = {
  name: 'PHPUnit',
  recognise: (words) => {
    const start = programName(words[0]) === 'php' ? 1 : 0;
    return /^(?:simple-)?phpunit(?:[.]phar)?$/.test(programName(words[start])) ? start + 1 : 0;
  },
  plan({ args, fixed, manifests }, { tests, out }) {
    const filter = tests === 'all' ? null : phpunitFilter(tests);
    const { options, operands, rest } = tellWords(args, {
      valued: phpunitValued,
      without: [
        ...['--log-junit', '--stop-on-*', '--do-not-cache-result', '--coverage-*'],
        ...(filter === null ? [] : ['--filter']),
      ],
    });
    const isFree = tellWords(fixed, { valued: phpunitValued }).operands.length === 0;
    const files = tests === 'all' || !isFree ? null : findFiles(tests, manifests);
    // PHPUnit 9 and older accept one file only.
    const [file] = files?.length === 1 ? files : [];
    return {
      args: [
        ...options,
        ...['--do-not-cache-result', `--log-junit=${out}/results.xml`],
        ...(filter === null ? [] : [`--filter=${filter}`]),
        ...(file === undefined ? [...operands, ...rest] : [file]),
      ],
      environment: {},
      results: { format: 'junit', from: { path: `${out}/results.xml` } },
    };
  },
};

/** PHPUnit matches `Class::method with data set "name"`; reports spell the class in several ways. */
function phpunitFilter(tests: readonly TestName[]): string | null {
  if (!tests.every(({ name }) => /^\w/.test(name))) return null;
  const names = tests.map(({ className, suitePath, name }) => {
    const short = (className ?? suitePath.at(-1) ?? '')
      .split(/[\\.]|::/)
      .findLast((part) => /^\w+$/.test(part));
    return `${short === undefined ? '' : `${escapePattern(short)}::`}${escapePattern(name)}`;
  });
  return `/(?:^|\\\\|::)(?:${[...new Set(names)].join('|')})$/`;
}

export const rubyAndPhpRunners: readonly RunnerEntry[] = [rspec, phpunit];
