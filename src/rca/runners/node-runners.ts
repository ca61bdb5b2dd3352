/** The runners of JavaScript: vitest, jest, mocha, node:test and Playwright. */

import { looksLikeSourcePath } from '../intake/reading/failed-test.ts';
import { tellWords } from './command-words.ts';
import {
  findFile,
  findFiles,
  type Manifests,
  majorVersion,
  type PlannedArguments,
  type RunnerEntry,
  type TestName,
} from './runner.ts';
import { escapePattern, suiteTitles, titlePattern } from './same-test.ts';
import { programName } from './unwrap-command.ts';

/** Recognises a program by its name, or by its file in `node_modules` after `node` and its options. */
function isProgram(words: readonly string[], name: string): number {
  if (programName(words[0]) === name) return 1;
  if (programName(words[0]) !== 'node') return 0;
  const script = words.findIndex((word, index) => index > 0 && !word.startsWith('-'));
  const path = words[script]?.replaceAll('\\', '/') ?? '';
  const isOwn = new RegExp(`(?:^|/)node_modules/(?:[.]bin/${name}$|(?:@\\w+/)?${name}/)`).test(path);
  return script > 0 && isOwn ? script + 1 : 0;
}

const vitestValued = [
  '-c',
  '--config',
  '-r',
  '--root',
  '--dir',
  '--project',
  '--environment',
  '--pool',
  '--mode',
];

const vitest: RunnerEntry = {
  name: 'vitest',
  recognise: (words) => isProgram(words, 'vitest'),
  plan({ args, fixed, manifests, isThroughShell }, { tests, out }) {
    const pattern = tests === 'all' ? null : titlePattern(tests, { isPlain: isThroughShell });
    const valued = [...vitestValued, '-t', '--testNamePattern', '--reporter', '--outputFile'];
    const named = ['-t', '--testNamePattern'];
    const { options, operands, rest } = tellWords(args, {
      valued,
      without: ['--outputFile*', '-w', '--watch', '--ui', ...(pattern === null ? [] : named)],
    });
    const [mode] = operands;
    const isMode = fixed.length === 0 && /^(?:run|watch|dev|bench|list|related)$/.test(mode ?? '');
    const files = tests === 'all' ? null : findFiles(tests, manifests);
    const major = majorVersion('vitest', manifests);
    return {
      args: [
        ...(isMode ? ['run'] : []),
        ...(files ?? [...operands.slice(isMode ? 1 : 0), ...rest]),
        ...options,
        // Without it, vitest enters watch mode on a terminal.
        ...(isMode ? [] : ['--run']),
        ...(pattern === null ? [] : [`--testNamePattern=${pattern}`]),
        '--reporter=json',
        `--outputFile=${out}/results.json`,
        '--coverage.enabled=false',
        '--no-cache',
        ...(major !== null && major >= 5 ? [`--fsModuleCachePath=${out}/modules`] : []),
      ],
      environment: {},
      results: { format: 'jest-json', from: { path: `${out}/results.json` } },
    };
  },
};

const jestValued = [
  ...['-c', '--config', '--rootDir', '--projects', '--selectProjects', '--env', '--testEnvironment'],
  ...['-w', '--maxWorkers', '--testTimeout', '--roots', '--reporters', '--outputFile', '--shard', '-t'],
  ...['--testNamePattern', '--testPathPattern', '--testPathPatterns', '--testPathIgnorePatterns', '--preset'],
];

const jest: RunnerEntry = {
  name: 'jest',
  recognise: (words) =>
    isProgram(words, 'jest') ||
    (/^(?:react-scripts|craco)$/.test(programName(words[0])) && words[1] === 'test' ? 2 : 0),
  plan({ args, fixed, manifests, isThroughShell }, { tests, out }) {
    const pattern = tests === 'all' ? null : titlePattern(tests, { isPlain: isThroughShell });
    const chosen = [
      '-t',
      '--testNamePattern',
      '--testPathPattern*',
      '--runTestsByPath',
      '--onlyChanged',
      '-o',
    ];
    const { options, operands, rest } = tellWords(args, {
      valued: jestValued,
      without: ['--outputFile', '--json', '--watch*', ...(pattern === null ? [] : chosen)],
    });
    const isFree = tellWords(fixed, { valued: jestValued }).operands.length === 0;
    const files = tests === 'all' || !isFree ? null : findFiles(tests, manifests);
    return {
      args: [
        ...options,
        ...(pattern === null ? [] : [`--testNamePattern=${pattern}`]),
        '--json',
        `--outputFile=${out}/results.json`,
        // The project's own reporters may write files, and coverage thresholds would fail a single test.
        '--reporters=default',
        '--coverage=false',
        '--coverageThreshold={}',
        '--watchAll=false',
        '--forceExit',
        ...(files === null ? [...operands, ...rest] : ['--runTestsByPath', ...files]),
      ],
      environment: {},
      results: { format: 'jest-json', from: { path: `${out}/results.json` } },
    };
  },
};

const mochaValued = [
  ...['-r', '--require', '--config', '--package', '--file', '--spec', '--ignore', '--exclude', '--extension'],
  ...['-t', '--timeout', '-s', '--slow', '-u', '--ui', '-R', '--reporter', '-O', '--reporter-option', '-j'],
  ...['--reporter-options', '-g', '--grep', '-f', '--fgrep', '--retries', '--jobs', '-n', '--node-option'],
  ...['--import', '--loader', '--global', '--watch-files', '--watch-ignore'],
];

const mocha: RunnerEntry = {
  name: 'mocha',
  recognise: (words) => isProgram(words, 'mocha') || isProgram(words, '_mocha'),
  plan({ args, manifests, isThroughShell }, { tests, out }) {
    const pattern = tests === 'all' ? null : titlePattern(tests, { isPlain: isThroughShell });
    const { options, operands, rest } = tellWords(args, {
      valued: mochaValued,
      without: [
        ...['-R', '--reporter', '-O', '--reporter-option', '--reporter-options', '-w', '--watch'],
        ...(pattern === null ? [] : ['-g', '--grep', '-f', '--fgrep', '-i', '--invert', '--spec']),
      ],
    });
    const files = tests === 'all' ? null : findFiles(tests, manifests);
    const major = majorVersion('mocha', manifests);
    return {
      args: [
        ...options,
        ...(pattern === null ? [] : [`--grep=${pattern}`]),
        '--reporter=xunit',
        `--reporter-option=output=${out}/results.xml`,
        // A failing test may leave a server open, for which newer versions would wait forever.
        ...(major !== null && major < 4 ? [] : ['--exit']),
        ...(files ?? [...operands, ...rest]),
      ],
      environment: {},
      results: { format: 'junit', from: { path: `${out}/results.xml` } },
    };
  },
};

const nodeValued = [
  ...['--import', '-r', '--require', '--loader', '--experimental-loader', '-C', '--conditions', '--env-file'],
  ...['--test-name-pattern', '--test-skip-pattern', '--test-reporter', '--test-reporter-destination'],
  ...['--test-concurrency', '--test-timeout', '--test-shard', '--test-isolation', '--tsconfig'],
];

const nodeTest: RunnerEntry = {
  name: 'node:test',
  recognise(words) {
    const isRuntime = /^(?:node|tsx)$/.test(programName(words[0]));
    const script = words.findIndex(
      (word, index) => index > 0 && !word.startsWith('-') && !nodeValued.includes(words[index - 1] ?? ''),
    );
    const own = script < 0 ? words : words.slice(0, script);
    return isRuntime && own.includes('--test') ? 1 : 0;
  },
  plan({ args, fixed, manifests, isThroughShell }, { tests, out }) {
    const report = ['--test-reporter=junit', `--test-reporter-destination=${out}/results.xml`];
    const asked = tests === 'all' ? [] : tests;
    const isNested = asked.map((test) => isPossibleSubtest(test, manifests));
    const selected = asked.flatMap((test, index) => (isNested[index] ? [...around(test), test] : [test]));
    const pattern = asked.length === 0 ? null : titlePattern(selected, { isPlain: isThroughShell });
    const without = ['--test-reporter*', '--watch', ...(pattern === null ? [] : ['--test-name-pattern'])];
    const { options, operands, rest } = tellWords(args, { valued: nodeValued, without });
    const files = asked.length === 0 ? null : findFiles(asked, manifests);
    const added = [...(pattern === null ? [] : [`--test-name-pattern=${pattern}`]), ...report];
    const results = { format: 'junit', from: { path: `${out}/results.xml` } } as const;
    const planned = { results };
    // Node treats all words after the first file as files, so options cannot follow a script's own files.
    if (tellWords(fixed, { valued: nodeValued }).operands.length > 0)
      return { ...planned, args, environment: { NODE_OPTIONS: added.map(optionWord).join(' ') } };
    return {
      ...planned,
      args: [...options, ...added, ...(files ?? [...operands, ...rest])],
      environment: {},
    };
  },
};

/** A subtest (`t.test`) runs only if its parent tests are selected as well. */
function isPossibleSubtest(test: TestName, manifests: Manifests): boolean {
  const text = manifests.read(findFile(test.file, manifests) ?? '');
  const hasSubtests = text === null || /\b(?!test\b|it\b|describe\b)\w+[.](?:test|it)\(/.test(text);
  return hasSubtests && suiteTitles(test).length > 0;
}

function around(test: TestName): readonly TestName[] {
  const suites = suiteTitles(test);
  return suites.map((name, index) => ({ suitePath: suites.slice(0, index), name }));
}

/** Quotes a word for `NODE_OPTIONS`, which supports double quotes and backslashes. */
function optionWord(word: string): string {
  return `"${word.replace(/["\\]/g, '\\$&')}"`;
}

const playwrightValued = [
  ...['-c', '--config', '-g', '--grep', '--grep-invert', '-G', '--project', '--reporter', '--retries', '-j'],
  ...[
    '--workers',
    '--output',
    '--timeout',
    '--shard',
    '--browser',
    '--max-failures',
    '--repeat-each',
    '--trace',
  ],
];

const playwright: RunnerEntry = {
  name: 'Playwright',
  recognise: (words) => {
    const length = isProgram(words, 'playwright');
    return length > 0 && words[length] === 'test' ? length + 1 : 0;
  },
  plan({ args, manifests, isThroughShell }, { tests, out }): PlannedArguments {
    // Its titles begin with project and file, and end with tags.
    const places = { before: '(?:^| )', after: '(?: @[^ ]+)*$' };
    const pattern = tests === 'all' ? null : titlePattern(tests, { isPlain: isThroughShell, ...places });
    const { options, operands, rest } = tellWords(args, {
      valued: playwrightValued,
      without: ['--reporter', '--output', '--ui', '--debug', ...(pattern === null ? [] : ['-g', '--grep'])],
    });
    // Playwright matches files anywhere in the path, and its reports name them relative to the test folder.
    const files = tests === 'all' ? null : playwrightFiles(tests, manifests);
    const report = `${out}/results.xml`;
    return {
      args: [
        ...(files?.map((file) => (isThroughShell ? file : escapePattern(file))) ?? [...operands, ...rest]),
        ...options,
        ...(pattern === null ? [] : [`--grep=${pattern}`]),
        '--reporter=junit',
        `--output=${out}/artifacts`,
      ],
      environment: { PLAYWRIGHT_JUNIT_OUTPUT_FILE: report, PLAYWRIGHT_JUNIT_OUTPUT_NAME: report },
      results: { format: 'junit', from: { path: report } },
    };
  },
};

function playwrightFiles(tests: readonly TestName[], manifests: Manifests): readonly string[] | null {
  const files = tests.map(({ file }) => {
    const isName = file !== undefined && looksLikeSourcePath(file) && !/^[-/]|[.]{2}/.test(file);
    return findFile(file, manifests) ?? (isName ? file : null);
  });
  return files.includes(null) ? null : [...new Set(files.flatMap((file) => file ?? []))];
}

export const nodeRunners: readonly RunnerEntry[] = [vitest, jest, mocha, nodeTest, playwright];
