/** The table of runners, and how the runner behind a command is found. */
import { buildToolRunners } from './build-tool-runners.ts';
import { isPlainWord } from './command-words.ts';
import { compiledRunners } from './compiled-runners.ts';
import { nodeRunners } from './node-runners.ts';
import { pythonRunners } from './python-runners.ts';
import { rubyAndPhpRunners } from './ruby-and-php-runners.ts';
import type {
  Invocation,
  Manifests,
  PlannedCommand,
  PlanRequest,
  RecognisedRunner,
  RunnerEntry,
  TestName,
} from './runner.ts';
import { readJson, unwrapCommand } from './unwrap-command.ts';

const runners: readonly RunnerEntry[] = [
  ...nodeRunners,
  ...pythonRunners,
  ...compiledRunners,
  ...rubyAndPhpRunners,
  ...buildToolRunners,
];

/** The usual test command by manifest, for a project without a command of its own; the first match counts. */
const usualCommands: readonly {
  readonly tells: (manifests: Manifests) => boolean;
  readonly words: string[];
}[] = [
  { tells: (manifests) => hasTestScript(manifests), words: ['npm', 'test'] },
  { tells: has('go.mod'), words: ['go', 'test', './...'] },
  { tells: has('Cargo.toml'), words: ['cargo', 'test'] },
  { tells: has('pytest.ini', /./s), words: ['python', '-m', 'pytest'] },
  { tells: has('pyproject.toml', /pytest/), words: ['python', '-m', 'pytest'] },
  { tells: has('setup.cfg', /\[tool:pytest\]/), words: ['python', '-m', 'pytest'] },
  { tells: has('tox.ini', /\[pytest\]/), words: ['python', '-m', 'pytest'] },
  { tells: has('pom.xml'), words: ['mvn', 'test'] },
  { tells: has('gradlew'), words: ['./gradlew', 'test'] },
  { tells: has('.rspec'), words: ['bundle', 'exec', 'rspec'] },
  { tells: has('phpunit.xml'), words: ['vendor/bin/phpunit'] },
  { tells: has('phpunit.xml.dist'), words: ['vendor/bin/phpunit'] },
];

function has(path: string, pattern?: RegExp): (manifests: Manifests) => boolean {
  return (manifests) => {
    const text = manifests.read(path);
    return text !== null && (pattern?.test(text) ?? true);
  };
}

function hasTestScript(manifests: Manifests): boolean {
  const scripts = readJson(manifests.read('package.json'))?.scripts;
  return typeof scripts === 'object' && scripts !== null && 'test' in scripts;
}

/**
 * Recognises the runner that a command ends up calling; without words, the one that the manifests suggest.
 *
 * @example
 * recogniseRunner(['npm', 'test'], manifests)?.plan({ tests: 'all', out: '/tmp/out' });
 */
export function recogniseRunner(words: readonly string[], manifests: Manifests): RecognisedRunner | null {
  const usual = words.length > 0 ? words : usualCommands.find(({ tells }) => tells(manifests))?.words;
  const isKnown = (candidate: readonly string[]) => runners.some((entry) => entry.recognise(candidate) > 0);
  const command = usual === undefined ? null : unwrapCommand(usual, { isKnown, manifests });
  const entry = runners.find((candidate) => command !== null && candidate.recognise(command.words) > 0);
  if (command === null || entry === undefined) return null;
  const length = entry.recognise(command.words);
  const rest = command.words.slice(length);
  const invocation = {
    args: command.added ?? rest,
    fixed: command.added === null ? [] : rest,
    isThroughShell: command.isThroughShell,
    manifests,
  };
  const before =
    command.added === null ? [...command.before, ...command.words.slice(0, length)] : command.before;
  return {
    name: entry.name,
    plan({ tests, out }) {
      const request = { tests: tests.length === 0 ? 'all' : tests, out } as const;
      return planCommand(entry, { before, invocation, request });
    },
  };
}

type Planning = {
  readonly before: readonly string[];
  readonly invocation: Invocation;
  readonly request: PlanRequest;
};

function planCommand(entry: RunnerEntry, { before, invocation, request }: Planning): PlannedCommand {
  const { args, ...planned } = entry.plan(invocation, request);
  const added = args.filter((word) => !invocation.args.includes(word));
  // INVARIANT (names are data): a word that a shell could interpret is never passed to one.
  if (invocation.isThroughShell && request.tests !== 'all' && !added.every(isPlainWord))
    return planCommand(entry, { before, invocation, request: { ...request, tests: 'all' } });
  return { words: [...before, ...args], ...planned };
}

const PLACEHOLDER = /\{(test|file|class|name)\}/g;

/**
 * Makes a runner of a command with `{test}`, `{file}`, `{class}` and `{name}` in its words. Each value stays
 * within its word. The command runs once for one test. For several tests, or an unknown name, words with
 * placeholders are left out.
 */
export function templateRunner(words: readonly string[]): RecognisedRunner {
  const asked = words.flatMap((word) => [...word.matchAll(PLACEHOLDER)].map(([, key]) => key ?? ''));
  return {
    name: words[0] ?? '',
    plan({ tests }) {
      const values = tests !== 'all' && tests.length === 1 && tests[0] ? placeholders(tests[0]) : {};
      const isFilled = asked.length > 0 && asked.every((key) => isFit(values[key], words));
      return {
        words: isFilled
          ? words.map((word) => word.replace(PLACEHOLDER, (_, key: string) => values[key] ?? ''))
          : words.filter((word, index) => word.search(PLACEHOLDER) < 0 && !takesName(word, words[index + 1])),
        environment: {},
        results: { format: 'exit-code', from: 'output' },
      };
    },
  };
}

/** An option is removed together with the name that would be its value. */
function takesName(word: string, next: string | undefined): boolean {
  return (
    word.startsWith('-') &&
    !word.includes('=') &&
    next !== undefined &&
    /^\{\w+\}$/.test(next) &&
    next.search(PLACEHOLDER) === 0
  );
}

function placeholders(test: TestName): Readonly<Record<string, string | undefined>> {
  const { name, className, file, suitePath } = test;
  return {
    name,
    file,
    class: className ?? suitePath.at(-1),
    test: className ? `${className}.${name}` : name,
  };
}

/** Programs that pass their words, or some of them, to a shell. */
const SHELLS =
  /(?:^|[/\\])(?:(?:ba|da|z|k|c|tc|fi)?sh|ssh|make|gmake|just|su|xargs|parallel|watch|cmd|powershell|pwsh)(?:\.exe)?$/;
/** Characters that have no special meaning in any context. */
const PLAIN = /^[\p{L}\p{N}_./][\p{L}\p{N}_./:@,+=-]*$/u;

/**
 * INVARIANT (nothing of a report reaches a shell): values come from reports. One that begins with a dash
 * could be read as an option, no word contains a zero byte, and words that a shell may read accept only plain
 * values.
 */
function isFit(value: string | undefined, words: readonly string[]): boolean {
  if (value === undefined || value === '' || value.startsWith('-') || value.includes('\0')) return false;
  return PLAIN.test(value) || !words.some((word) => SHELLS.test(word));
}
