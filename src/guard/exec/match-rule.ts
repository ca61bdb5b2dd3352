/**
 * Matches a command line against the token rules of a policy, word by word. There is no shell: programs get
 * the words as they are, and a command line with a word that a rule does not cover does not match it.
 */
import { findPathFault } from '../conditions/path-fault.ts';
import {
  type ExecPolicy,
  isCommandLine,
  isInPlace,
  type OperandKind,
  type TokenRule,
} from './exec-policy.ts';
import { looksAround } from './known-programs.ts';

/** The matching rule, and the paths in the command line. */
export type MatchedRule = {
  readonly rule: TokenRule;
  /**
   * Words that are paths below the working directory. The empty path stands for the directory itself if no
   * word says where to look.
   */
  readonly paths: readonly string[];
};

const END_OF_FLAGS = '--';
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/;
const NUMBER = /^[0-9]{1,15}$/;
// A dash starts a flag, and some programs read a list of words from `@file` and a pattern from `:(…)`.
const SPECIAL = /^[-@:]/;

const fits: Readonly<Record<OperandKind, (word: string) => boolean>> = {
  path: (word) => word !== '' && !SPECIAL.test(word) && findPathFault(word) === null,
  name: (word) => NAME.test(word),
  number: (word) => NUMBER.test(word),
  any: (word) => !word.startsWith('-'),
};

/** A command line, and the root and path of its working directory. */
export type CommandLine = {
  readonly argv: readonly string[];
  readonly directory: { readonly root: string; readonly path: string };
};

/** Returns the first rule that a command line matches in its directory, or null. */
export function matchRule(
  { rules }: Pick<ExecPolicy, 'rules'>,
  { argv, directory }: CommandLine,
): MatchedRule | null {
  if (!isCommandLine(argv)) return null;
  for (const rule of rules) {
    // INVARIANT (only named code is loaded): code in other places may have been written by the caller.
    const isElsewhere = !rule.loadsCodeFrom.some((place) => isInPlace(place, directory));
    if (rule.loadsCodeFrom.length > 0 && isElsewhere) continue;
    const [program, ...words] = argv;
    const isFixed = rule.fixed.every((word, index) => words[index] === word);
    if (program !== rule.program || !isFixed) continue;
    const paths = readWords(rule, words.slice(rule.fixed.length));
    if (paths !== null) return { rule, paths };
  }
  return null;
}

/** Returns the paths among the words after the fixed ones, or null if a word does not match. */
function readWords(rule: TokenRule, words: readonly string[]): readonly string[] | null {
  const paths: string[] = [];
  const take = (word: string | undefined, kind: OperandKind): boolean => {
    if (word === undefined || !fits[kind](word)) return false;
    if (kind === 'path') paths.push(word);
    return true;
  };
  let operands = 0;
  let places = 0;
  let hasEnded = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    if (!hasEnded && word === END_OF_FLAGS && rule.operands !== null) {
      hasEnded = true;
    } else if (!hasEnded && word.startsWith('-')) {
      const flag = readFlag(rule, word);
      if (flag === null) return null;
      if (flag.takes !== null && !take(flag.value ?? words[++index], flag.takes)) return null;
    } else {
      operands++;
      if (rule.operands === null || operands > rule.operands.most || !take(word, rule.operands.kind))
        return null;
      if (rule.operands.kind === 'path') places++;
    }
  }
  // INVARIANT (no operand is an operand): without a path, programs use their working directory.
  return places === 0 && takesOwnDirectory(rule) ? [...paths, ''] : paths;
}

/**
 * If the rule accepts paths, the working directory is one as well. For programs that read it by default, no
 * rule needs to say so.
 */
function takesOwnDirectory({ program, fixed, operands }: TokenRule): boolean {
  return operands?.kind === 'path' || (looksAround(program) && fixed.every((word) => word.startsWith('-')));
}

type ReadFlag = { readonly takes: OperandKind | null; readonly value: string | null };

/**
 * Reads `--flag`, `-f` or `--flag=value`. Only a long flag that takes something can have its value in the
 * same word.
 */
function readFlag({ flags }: TokenRule, word: string): ReadFlag | null {
  const whole = flags.find(({ flag }) => flag === word);
  if (whole !== undefined) return { takes: whole.takes, value: null };
  const equals = word.indexOf('=');
  if (equals < 0 || !word.startsWith('--')) return null;
  const named = flags.find(({ flag, takes }) => takes !== null && flag === word.slice(0, equals));
  return named === undefined ? null : { takes: named.takes, value: word.slice(equals + 1) };
}
