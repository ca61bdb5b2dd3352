/**
 * What makes a token rule a way to run anything at all: programs that run what they are given, and flags by which
 * others do. A policy with such a rule does not load; what is wanted is a script that a person approves.
 */
import type { TokenRule } from './exec-policy.ts';

/** Which part of a rule is dangerous, and why. */
export type RuleDanger = {
  readonly part: 'program' | 'fixed' | 'flags' | 'operands';
  /** The place in a list of words. */
  readonly index: number;
  readonly because: string;
};

/** Flags that hold code or name what is run: single letters, which can stand together, and whole words. */
type CodeFlags = { readonly letters: string; readonly words: readonly string[] };

const runners = new Set(
  (
    'sh bash zsh dash ash ksh mksh csh tcsh fish rbash busybox toybox cmd command powershell pwsh wsl ' +
    'env xargs sudo su doas nohup nice timeout setsid stdbuf time watch parallel ssh script chroot unshare ' +
    'nsenter bwrap flock eval exec expect tclsh osascript wscript cscript awk gawk mawk nawk'
  ).split(' '),
);

const node: CodeFlags = {
  letters: 'epr',
  words: ['--eval', '--print', '--import', '--require', '--loader', '--experimental-loader', 'eval'],
};
const python: CodeFlags = { letters: 'cm', words: [] };

/** Interpreters: their letters can stand together, and a file they are given is code. */
const interpreters: ReadonlyMap<string, CodeFlags> = new Map([
  ['node', node],
  ['nodejs', node],
  ['bun', node],
  ['deno', node],
  ['python', python],
  ['pypy', python],
  ['perl', { letters: 'eEmM', words: [] }],
  ['ruby', { letters: 'er', words: ['--require'] }],
  ['php', { letters: 'rBREd', words: ['--run', '--process-begin', '--process-code', '--process-end'] }],
  ['lua', { letters: 'el', words: [] }],
  ['rscript', { letters: 'e', words: ['--eval'] }],
  ['julia', { letters: 'eEL', words: ['--eval', '--print', '--load'] }],
]);

/** Other programs that run something by a flag. */
const codeWords: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'git',
    [
      ...['-c', '-C', '--config-env', '--exec-path', '--exec', '--git-dir', '--work-tree'],
      ...['--upload-pack', '--receive-pack'],
    ],
  ],
  ['find', ['-exec', '-execdir', '-ok', '-okdir', '-delete', '-fprint', '-fprintf', '-fls']],
  ['tar', ['--to-command', '--checkpoint-action', '--use-compress-program', '-I', '--info-script', '-F']],
  ['sed', ['-e', '-f', '--expression', '--file']],
]);

/** Returns what is dangerous about a rule, in the order of its parts. */
export function findRuleDangers(rule: Omit<TokenRule, 'name'>): readonly RuleDanger[] {
  const family = familyOf(rule.program);
  if (runners.has(family)) return [{ part: 'program', index: 0, because: 'runs whatever it is given' }];
  const interpreter = interpreters.get(family);
  const isCode = (word: string): boolean =>
    interpreter ? holdsCode(word, interpreter) : (codeWords.get(family)?.includes(word) ?? false);
  const because = 'lets the caller say what is run';
  const fixed = rule.fixed.flatMap((word, index) =>
    isCode(word) && !namesModule(rule.fixed, index, interpreter)
      ? [{ part: 'fixed', index, because } as const]
      : [],
  );
  const flags = rule.flags.flatMap(({ flag }, index) =>
    isCode(flag) ? [{ part: 'flags', index, because } as const] : [],
  );
  return [...fixed, ...flags, ...openOperands(rule, interpreter)];
}

/** A module that the rule itself names, as in `-m pytest`. */
function namesModule(fixed: readonly string[], index: number, flags: CodeFlags | undefined): boolean {
  const isModuleFlag = flags === python && /^-[A-Zabd-ln-z]*m$/.test(fixed[index] ?? '');
  return isModuleFlag && /^[A-Za-z_]/.test(fixed[index + 1] ?? '');
}

/** An interpreter whose fixed words name nothing to run takes its first operand as the code. */
function openOperands({ fixed, operands }: Omit<TokenRule, 'name'>, flags: CodeFlags | undefined) {
  const namesCode = fixed.some((word) => !word.startsWith('-') || word === '--test');
  if (flags === undefined || operands === null || namesCode) return [];
  return [{ part: 'operands', index: 0, because: 'lets the caller choose the file that is run' } as const];
}

function holdsCode(word: string, { letters, words }: CodeFlags): boolean {
  if (words.includes(word)) return true;
  return /^-[A-Za-z]+$/.test(word) && [...letters].some((letter) => word.includes(letter));
}

/** The name of a program without the version or the ending of its file. */
function familyOf(program: string): string {
  return program
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com)$/, '')
    .replace(/-?[0-9.]+$/, '');
}
