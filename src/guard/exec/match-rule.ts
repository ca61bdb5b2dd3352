/**
 * Holds a command line to the token rules of a policy, word by word. There is no shell anywhere: a word is what the
 * program gets, and a word that a rule does not speak of is a command line that no rule speaks of.
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

/** The rule that a command line fits, and which places it names. */
export type MatchedRule = {
  readonly rule: TokenRule;
  /** Words that are paths below the directory it runs in; that directory itself, as the empty one, where none says where to look. */
  readonly paths: readonly string[];
};

const END_OF_FLAGS = '--';
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/;
const NUMBER = /^[0-9]{1,15}$/;
// A dash begins a flag, and programs read a list of words from `@file` and a pattern from `:(…)`.
const SPECIAL = /^[-@:]/;

const fits: Readonly<Record<OperandKind, (word: string) => boolean>> = {
  path: (word) => word !== '' && !SPECIAL.test(word) && findPathFault(word) === null,
  name: (word) => NAME.test(word),
  number: (word) => NUMBER.test(word),
  any: (word) => !word.startsWith('-'),
};

/** A command line, and the directory it would run in, by its root and its path there. */
export type CommandLine = {
  readonly argv: readonly string[];
  readonly directory: { readonly root: string; readonly path: string };
};

/** Returns the first rule that a command line fits where it would run, or null. */
export function matchRule(
  { rules }: Pick<ExecPolicy, 'rules'>,
  { argv, directory }: CommandLine,
): MatchedRule | null {
  if (!isCommandLine(argv)) return null;
  for (const rule of rules) {
    // INVARIANT (only named code is loaded): what lies elsewhere may have been written by whoever calls.
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

/** Returns the paths among the words after the fixed ones, or null where a word fits nothing. */
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
  // INVARIANT (no operand is an operand): asked for no place, programs take the one they run in.
  return places === 0 && takesOwnDirectory(rule) ? [...paths, ''] : paths;
}

/** A rule that speaks of places speaks of this one, too; of what some programs do, no rule needs to. */
function takesOwnDirectory({ program, fixed, operands }: TokenRule): boolean {
  return operands?.kind === 'path' || (looksAround(program) && fixed.every((word) => word.startsWith('-')));
}

type ReadFlag = { readonly takes: OperandKind | null; readonly value: string | null };

/** Reads `--flag`, `-f` or `--flag=value`; only a long flag that takes something has its value in the same word. */
function readFlag({ flags }: TokenRule, word: string): ReadFlag | null {
  const whole = flags.find(({ flag }) => flag === word);
  if (whole !== undefined) return { takes: whole.takes, value: null };
  const equals = word.indexOf('=');
  if (equals < 0 || !word.startsWith('--')) return null;
  const named = flags.find(({ flag, takes }) => takes !== null && flag === word.slice(0, equals));
  return named === undefined ? null : { takes: named.takes, value: word.slice(equals + 1) };
}
