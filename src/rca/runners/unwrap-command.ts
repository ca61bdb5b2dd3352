/**
 * Finds the program that a command ends up running: through `npx` and the like, through `package.json`
 * scripts, and through programs that only set things up for another one.
 */
import { readScript } from './command-words.ts';
import type { Manifests } from './runner.ts';

/** A command with its wrapping separated. */
export type UnwrappedCommand = {
  /** The program and the words after it that a script fixes; without a script, the whole command. */
  readonly words: readonly string[];
  /** The beginning of a planned command; without a script, the words before the program. */
  readonly before: readonly string[];
  /** Further words for the program, given by the user after a script's name; null without a script. */
  readonly added: readonly string[] | null;
  /** Whether words pass through a shell on their way to the program. */
  readonly isThroughShell: boolean;
};

/** Returns whether words begin with a known program. */
type IsKnown = (words: readonly string[]) => boolean;

type Launcher = {
  readonly words: RegExp;
  readonly isThroughShell?: true;
  /** Whether it passes on only what follows `--`, at any position. */
  readonly hasMark?: true;
};

/**
 * Programs, with their subcommands, that start another one; their own words are only options and assignments.
 */
const LAUNCHERS: readonly Launcher[] = [
  { words: /^(?:npx|bunx|pnpx)$/, isThroughShell: true },
  { words: /^npm exec$/, isThroughShell: true, hasMark: true },
  { words: /^(?:pnpm|yarn) exec$/, isThroughShell: true },
  { words: /^(?:pnpm|yarn)(?: dlx| run)?$/, isThroughShell: true },
  { words: /^bun (?:x|run)$/ },
  { words: /^(?:env|cross-env|c8|nyc|time|nice|xvfb-run|dotenv)$/ },
  { words: /^(?:uv|poetry|pipenv|pdm|rye|hatch|dotenvx) run$/ },
  { words: /^(?:bundle|rbenv|asdf) exec$/ },
];

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const MOST_SCRIPTS = 8;

/** Returns the program that a command ends up running, or null if it is unknown. */
export function unwrapCommand(
  words: readonly string[],
  { isKnown, manifests }: { readonly isKnown: IsKnown; readonly manifests: Manifests },
): UnwrappedCommand | null {
  return unwrap(words, MOST_SCRIPTS);

  function unwrap(command: readonly string[], scriptsLeft: number): UnwrappedCommand | null {
    const assignments = command.findIndex((word) => !ASSIGNMENT.test(word));
    if (assignments > 0) return launched(command, assignments, {}, scriptsLeft);
    if (isKnown(command)) return { words: command, before: [], added: null, isThroughShell: false };
    return throughScript(command, scriptsLeft) ?? throughLauncher(command, scriptsLeft);
  }

  function throughLauncher(command: readonly string[], scriptsLeft: number): UnwrappedCommand | null {
    const base = programName(command[0]);
    for (const length of [2, 1]) {
      const start = [base, ...command.slice(1, length)].join(' ');
      const launcher = LAUNCHERS.find((candidate) => candidate.words.test(start));
      if (launcher === undefined) continue;
      for (let at = length; at < command.length; at++) {
        const found = launched(command, at, launcher, scriptsLeft);
        if (found !== null) return found;
        const word = command[at] ?? '';
        const isOwn = word.startsWith('-') || ASSIGNMENT.test(word);
        // The value of an option may be any word; any other word is an unknown program.
        if (!isOwn && command[at - 1]?.startsWith('-') !== true) break;
      }
    }
    return null;
  }

  function launched(
    command: readonly string[],
    at: number,
    launcher: Omit<Launcher, 'words'>,
    scriptsLeft: number,
  ): UnwrappedCommand | null {
    const { hasMark = false, isThroughShell = false } = launcher;
    const [own, rest] = [command.slice(0, at), command.slice(at)];
    const mark = hasMark ? rest.indexOf('--') : -1;
    const inner = unwrap(mark < 0 ? rest : rest.toSpliced(mark, 1), scriptsLeft);
    if (inner === null) return null;
    return {
      ...inner,
      before: [...own, ...(hasMark && own.at(-1) !== '--' ? ['--'] : []), ...inner.before],
      isThroughShell: isThroughShell || inner.isThroughShell,
    };
  }

  function throughScript(command: readonly string[], scriptsLeft: number): UnwrappedCommand | null {
    const call = scriptsLeft > 0 ? scriptCall(command, scriptsLeft < MOST_SCRIPTS) : null;
    const script = call && scriptText(call.script, manifests);
    const last = typeof script === 'string' ? readScript(script)?.at(-1) : undefined;
    const inner = last && unwrap(last, scriptsLeft - 1);
    if (!call || !inner) return null;
    // A nested script adds its own `--` before the words that are passed on.
    const marks = inner.added === null ? 0 : inner.before.length + inner.added.length - last.length;
    return {
      words: inner.added === null ? inner.words : [...inner.words, ...inner.added],
      before: [...call.before, ...Array.from({ length: marks }, () => '--')],
      added: call.added,
      isThroughShell: true,
    };
  }
}

/** A call of a script: the words before those passed on, including the `--`, and the words passed on. */
type ScriptCall = {
  readonly script: string;
  readonly before: readonly string[];
  readonly added: readonly string[];
};

const NPM_TEST = /^(?:test|t|tst)$/;
const RUN = /^(?:run|run-script|rum|urn)$/;
const QUIET = /^(?:-s|--silent|--quiet|--if-present)$/;

function scriptCall(command: readonly string[], isInScript: boolean): ScriptCall | null {
  const [program, ...rest] = command;
  const manager = programName(program);
  const first = rest.findIndex((word) => !QUIET.test(word));
  const [word = '', next = ''] = rest.slice(first);
  const isRun = RUN.test(word);
  if (manager === 'node') {
    if (word === '--run') return handedOn(command, first + 3, next);
    return word.startsWith('--run=') ? handedOn(command, first + 2, word.slice('--run='.length)) : null;
  }
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager) || first < 0) return null;
  const script = isRun ? next : NPM_TEST.test(word) && manager !== 'bun' ? 'test' : word;
  // Without `run`, bun has only commands, and npm has those and `test`.
  const isCommand = !isRun && (manager === 'bun' || (manager === 'npm' && script !== 'test'));
  if (script === '' || script.startsWith('-') || isCommand) return null;
  const length = 1 + first + (isRun ? 2 : 1);
  if (manager === 'npm') return handedOn(command, length, script);
  const added = command.slice(length);
  // After `test`, pnpm takes options as its own, and it passes `--` on as well.
  const isShort = manager === 'pnpm' && !isRun;
  if (isShort && isInScript) return null;
  const before = isShort
    ? command.slice(0, length).toSpliced(length - 1, 1, 'run', script)
    : command.slice(0, length);
  return { script, before, added: added[0] === '--' ? added.slice(1) : added };
}

/** npm and node pass on what follows `--`; options before it are their own. */
function handedOn(command: readonly string[], length: number, script: string): ScriptCall | null {
  const own = command.slice(length);
  const mark = own.indexOf('--');
  const first = mark < 0 ? own : own.slice(0, mark);
  const quiet = first.filter((word) => word.startsWith('-'));
  if (!quiet.every((word) => QUIET.test(word))) return null;
  const operands = first.filter((word) => !word.startsWith('-'));
  return {
    script,
    before: [...command.slice(0, length), ...quiet, '--'],
    added: [...operands, ...(mark < 0 ? [] : own.slice(mark + 1))],
  };
}

function scriptText(name: string, manifests: Manifests): string | null {
  const scripts = readJson(manifests.read('package.json'))?.scripts;
  if (typeof scripts !== 'object' || scripts === null || !Object.hasOwn(scripts, name)) return null;
  const text: unknown = Reflect.get(scripts, name);
  return typeof text === 'string' ? text : null;
}

/** Parses a JSON object; undefined for anything else. */
export function readJson(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Returns the name of a program without folder and extension. */
export function programName(word: string | undefined): string {
  return (word ?? '').replace(/^.*[/\\]/, '').replace(/[.](?:exe|cmd|bat|ps1)$/i, '');
}
