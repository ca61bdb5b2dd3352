/** Runners behind build tools: Maven, Gradle, `dotnet test` and CTest. */

import { tellWords } from './command-words.ts';
import type { ResultPlace, RunnerEntry, TestName } from './runner.ts';
import { escapePattern } from './same-test.ts';
import { programName } from './unwrap-command.ts';

type Method = { readonly className: string; readonly method: string };

/** Returns the class and method of a test, without the arguments of a parameterised one. */
function methodOf({ className, suitePath, name }: TestName): Method | null {
  const owner = className ?? suitePath.at(-1) ?? '';
  const method = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(name)?.[0];
  if (!/^[\p{L}_$][\p{L}\p{N}_$.+]*$/u.test(owner)) return null;
  // A class that could not be set up is a test without a method, or with the name of the class.
  const isClass = method === undefined || owner.endsWith(name);
  return { className: owner, method: isClass ? '' : method };
}

function methodsOf(tests: readonly TestName[] | 'all'): readonly Method[] | null {
  const methods = tests === 'all' ? [null] : tests.map(methodOf);
  return methods.includes(null) ? null : methods.flatMap((method) => method ?? []);
}

const mavenValued = [
  '-f',
  '--file',
  '-pl',
  '--projects',
  '-P',
  '--activate-profiles',
  '-s',
  '--settings',
  '-T',
  '-D',
];

const maven: RunnerEntry = {
  name: 'Maven',
  recognise(words) {
    const { operands } = tellWords(words.slice(1), { valued: mavenValued, isWhole: true });
    return /^mvnw?d?$/.test(programName(words[0])) &&
      operands.some((goal) => /^(?:test|package|verify|install|surefire:test)$/.test(goal))
      ? 1
      : 0;
  },
  plan({ args }, { tests }) {
    const methods = methodsOf(tests);
    const chosen = methods?.map(({ className, method }) =>
      method === '' ? className : `${className}#${method}`,
    );
    const own = chosen === undefined ? args : args.filter((word) => !word.startsWith('-Dtest='));
    const select = ['-DfailIfNoTests=false', '-Dsurefire.failIfNoSpecifiedTests=false'];
    return {
      args: [
        ...['--batch-mode', ...own.filter((word) => word !== '-q' && word !== '--quiet')],
        ...(chosen === undefined ? [] : [`-Dtest=${[...new Set(chosen)].join(',')}`, ...select]),
      ],
      environment: {},
      results: { format: 'junit', from: reportsIn(mavenFolder(args), 'target/surefire-reports') },
    };
  },
};

/** Each module has its reports in its own folder; without a chosen module, all are read. */
function reportsIn(module: string, path: string): ResultPlace {
  return module === '' ? { path, inModules: true } : { path: `${module}${path}` };
}

/** A single chosen module has its reports in its own folder. */
function mavenFolder(args: readonly string[]): string {
  const at = args.findIndex((word) => word === '-pl' || word === '--projects');
  const module = args[at + 1] ?? '';
  return at >= 0 && /^\w[\w./-]*$/.test(module) && !module.includes('..') ? `${module}/` : '';
}

const GRADLE_TEST = /^(:?(?:[\w-]+:)*)(\w*[tT]est)$/;

const gradle: RunnerEntry = {
  name: 'Gradle',
  recognise: (words) =>
    /^gradlew?$/.test(programName(words[0])) && words.slice(1).some((word) => GRADLE_TEST.test(word)) ? 1 : 0,
  plan({ args }, { tests }) {
    const methods = methodsOf(tests);
    const { options, operands } = tellWords(args, {
      valued: [
        '-p',
        '--project-dir',
        '-b',
        '-P',
        '-D',
        '--tests',
        '-x',
        '--exclude-task',
        '-I',
        '--init-script',
      ],
      without: ['--fail-fast', ...(methods === null ? [] : ['--tests'])],
    });
    const filters = (methods ?? []).flatMap(({ className, method }) => [
      '--tests',
      [className.replaceAll('$', '*'), ...(method === '' ? [] : [method])].join('.'),
    ]);
    const task = operands.findLast((word) => GRADLE_TEST.test(word)) ?? 'test';
    const [, project = '', name = 'test'] = GRADLE_TEST.exec(task) ?? [];
    const folder = project
      .split(':')
      .filter((part) => part !== '')
      .join('/');
    return {
      // Up-to-date tests would not be run again, so their outputs are cleaned first.
      args: [
        ...operands.filter((word) => word !== task),
        ...[
          `${project}clean${name[0]?.toUpperCase()}${name.slice(1)}`,
          task,
          ...filters,
          '--continue',
          ...options,
        ],
      ],
      environment: {},
      results: {
        format: 'junit',
        from: reportsIn(folder === '' ? '' : `${folder}/`, `build/test-results/${name}`),
      },
    };
  },
};

const dotnet: RunnerEntry = {
  name: 'dotnet test',
  recognise: (words) => (programName(words[0]) === 'dotnet' && words[1] === 'test' ? 2 : 0),
  plan({ args }, { tests, out }) {
    const methods = methodsOf(tests);
    const { options, operands, rest } = tellWords(args, {
      valued: [
        '--filter',
        '--logger',
        '-l',
        '--results-directory',
        '-c',
        '--configuration',
        '-f',
        '--framework',
        '-s',
        '--settings',
        '-v',
        '--verbosity',
        '-r',
        '--runtime',
        '-o',
        '--output',
      ],
      without: ['--results-directory', ...(methods === null ? [] : ['--filter'])],
    });
    const filter = methods?.map(({ className, method }) =>
      method === '' ? `FullyQualifiedName~${className}.` : `FullyQualifiedName=${className}.${method}`,
    );
    return {
      args: [
        ...operands,
        ...options,
        ...['--logger', 'trx;LogFilePrefix=results', '--results-directory', out],
        ...(filter === undefined ? [] : ['--filter', [...new Set(filter)].join('|')]),
        ...(rest.length > 0 ? ['--', ...rest] : []),
      ],
      environment: { DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' },
      results: { format: 'trx', from: { path: out } },
    };
  },
};

const ctest: RunnerEntry = {
  name: 'CTest',
  recognise: (words) => (programName(words[0]) === 'ctest' ? 1 : 0),
  plan({ args }, { tests, out }) {
    const isKnown = tests !== 'all' && tests.every(({ name }) => /^[^\s\p{Cc}]+$/u.test(name));
    const { options } = tellWords(args, {
      isWhole: true,
      valued: ['--test-dir', '-C', '-R', '-E', '-L', '-LE', '-j', '--timeout', '--output-junit', '--preset'],
      without: ['--output-junit', '--stop-on-failure', ...(isKnown ? ['-R', '--tests-regex'] : [])],
    });
    const names = isKnown ? tests.map(({ name }) => escapePattern(name)) : [];
    return {
      args: [
        ...options,
        ...['--output-junit', `${out}/results.xml`],
        ...(isKnown ? ['-R', `^(${[...new Set(names)].join('|')})$`] : []),
      ],
      environment: {},
      results: { format: 'junit', from: { path: `${out}/results.xml` } },
    };
  },
};

export const buildToolRunners: readonly RunnerEntry[] = [maven, gradle, dotnet, ctest];
