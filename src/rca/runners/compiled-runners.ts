/** The runners of Go and Rust, which name tests by package and path. */

import { tellWords } from './command-words.ts';
import type { Manifests, RunnerEntry, TestName } from './runner.ts';
import { escapePattern } from './same-test.ts';
import { programName } from './unwrap-command.ts';

const goValued = [
  ...[
    '-run',
    '-skip',
    '-timeout',
    '-tags',
    '-count',
    '-cpu',
    '-parallel',
    '-bench',
    '-benchtime',
    '-p',
    '-o',
  ],
  ...['-coverprofile', '-coverpkg', '-covermode', '-exec', '-ldflags', '-gcflags', '-mod', '-modfile', '-C'],
  ...['-shuffle', '-vet', '-fuzz', '-fuzztime', '-cpuprofile', '-memprofile', '-trace', '-outputdir'],
];

const goTest: RunnerEntry = {
  name: 'go test',
  recognise: (words) => (programName(words[0]) === 'go' && words[1] === 'test' ? 2 : 0),
  plan({ args, manifests }, { tests }) {
    const end = args.findIndex((word) => /^--?args$/.test(word));
    const [own, last] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end)];
    const selection = tests === 'all' ? null : goSelection(tests);
    const { options, operands, rest } = tellWords(own, {
      valued: [...goValued, ...goValued.map((option) => `-${option}`)],
      without: [
        '-json',
        '-v',
        '-count',
        '-failfast',
        '-bench',
        ...(selection === null ? [] : ['-run', '--run']),
      ],
    });
    const packages = tests === 'all' ? null : goPackages(tests, manifests);
    const run = selection === null ? [] : [`-run=${selection}`];
    return {
      args: [...options, '-json', '-count=1', ...run, ...(packages ?? [...operands, ...rest]), ...last],
      environment: {},
      results: { format: 'go-json', from: 'stdout' },
    };
  },
};

/**
 * A pattern has one part for each level of subtests. Levels combine freely, so nested tests may select others
 * as well.
 */
function goSelection(tests: readonly TestName[]): string | null {
  const paths = tests.map(({ name }) => name.split('/'));
  if (!paths.every(([first = '']) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(first))) return null;
  const depth = Math.min(...paths.map((path) => path.length));
  const levels = Array.from({ length: depth }, (_, level) => {
    const names = new Set(paths.map((path) => escapePattern(path[level] ?? '')));
    return `^(?:${[...names].join('|')})$`;
  });
  return levels.join('/');
}

/** Returns the package folders of some tests, using the module's own name; null if one is elsewhere. */
function goPackages(tests: readonly TestName[], manifests: Manifests): readonly string[] | null {
  const module = /^\s*module\s+"?([^\s"]+)/m.exec(manifests.read('go.mod') ?? '')?.[1];
  const folders = tests.map(({ className, suitePath }) => {
    const path = className ?? suitePath.at(-1);
    if (module === undefined || path === undefined || /[^\w./~-]/.test(path)) return null;
    if (path === module) return '.';
    return path.startsWith(`${module}/`) ? `./${path.slice(module.length + 1)}` : null;
  });
  return folders.includes(null) ? null : [...new Set(folders.flatMap((folder) => folder ?? []))];
}

const cargoValued = [
  ...['-p', '--package', '--exclude', '--bin', '--example', '--test', '--bench', '-F', '--features', '-j'],
  ...[
    '--jobs',
    '--profile',
    '--target',
    '--target-dir',
    '--manifest-path',
    '--color',
    '--message-format',
    '-Z',
  ],
  ...['--config', '-E', '--filter-expr', '--partition', '--retries', '--test-threads', '--skip', '-P'],
];
/** The names of doctests contain spaces, at which they would be split. */
const CARGO_NAME = /^[^-\s\p{Cc}][^\s\p{Cc}]*$/u;
const RUST_NAME = /^[^\W\d][\w:]*$/;
/** Its output is read as text and must not have colours. */
const cargoEnvironment = { CARGO_TERM_COLOR: 'never' };

/** Skips a toolchain (`+nightly`) between `cargo` and its command. */
function cargoCommand(words: readonly string[]): {
  readonly command: readonly string[];
  readonly length: number;
} {
  const length = programName(words[0]) !== 'cargo' ? 0 : words[1]?.startsWith('+') ? 2 : 1;
  return { command: length === 0 ? [] : words.slice(length), length };
}

const cargoTest: RunnerEntry = {
  name: 'cargo test',
  recognise(words) {
    const { command, length } = cargoCommand(words);
    return command[0] === 'test' || command[0] === 't' ? length + 1 : 0;
  },
  plan({ args, fixed }, { tests }) {
    const isKnown =
      tests !== 'all' && !fixed.includes('--') && tests.every(({ name }) => CARGO_NAME.test(name));
    const { options, operands, rest } = tellWords(args, {
      valued: cargoValued,
      isWhole: true,
      without: ['--no-fail-fast', '-q', '--quiet'],
    });
    const harness = tellWords(rest, {
      valued: cargoValued,
      isWhole: true,
      without: ['-q', '--quiet', '--format', '--exact'],
    });
    const all = [...operands, '--', ...harness.options, ...harness.operands];
    const selected = isKnown ? ['--', ...harness.options, '--exact', ...tests.map(({ name }) => name)] : all;
    return {
      args: [...options, '--no-fail-fast', ...selected],
      environment: cargoEnvironment,
      results: { format: 'cargo-text', from: 'output' },
    };
  },
};

const nextest: RunnerEntry = {
  name: 'cargo nextest',
  recognise(words) {
    const { command, length } = cargoCommand(words);
    return command[0] === 'nextest' && /^r(?:un)?$/.test(command[1] ?? '') ? length + 2 : 0;
  },
  plan({ args }, { tests }) {
    const isKnown = tests !== 'all' && tests.every(({ name }) => RUST_NAME.test(name));
    const { options, operands, rest } = tellWords(args, {
      valued: cargoValued,
      isWhole: true,
      without: [
        '--no-fail-fast',
        '--fail-fast',
        '--status-level',
        ...(isKnown ? ['-E', '--filter-expr'] : []),
      ],
    });
    const filter = isKnown ? ['-E', tests.map(({ name }) => `test(=${name})`).join(' + ')] : operands;
    return {
      args: [
        ...[...options, '--no-fail-fast', '--status-level=all', ...filter],
        ...(rest.length > 0 && !isKnown ? ['--', ...rest] : []),
      ],
      environment: cargoEnvironment,
      results: { format: 'cargo-text', from: 'output' },
    };
  },
};

export const compiledRunners: readonly RunnerEntry[] = [goTest, cargoTest, nextest];
