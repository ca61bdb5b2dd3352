/**
 * Finds what would let a token rule run things nobody approved: programs that run what they are given, flags
 * and operands that do so, and programs that load code from their working directory without the rule
 * permitting it. A policy with such a rule does not load.
 */
import type { TokenRule } from './exec-policy.ts';
import { knownProgram, namesOf } from './known-programs.ts';
import {
  choosingSubcommands,
  findSubcommand,
  isAmong,
  isSpelling,
  refusedSubcommands,
  withSubcommand,
  wordsOf,
  wrappingSubcommands,
} from './program-words.ts';

/** The dangerous part of a rule, the reason and the remedy. */
export type RuleDanger = {
  readonly part: 'program' | 'fixed' | 'flags' | 'operands';
  /** The index in a list of words. */
  readonly index: number;
  readonly because: string;
  readonly remedy: string;
};

type Rule = Omit<TokenRule, 'name'>;

const LEAVE_OUT = 'leave it out; a script in the scratch area runs when a person approves it';
const UNTOLD = ', and the rule has no `loads_code_from`';
const SAY_FROM_WHERE =
  'leave it out, or name the roots whose code and settings it may load: `loads_code_from: [ROOT]`; it runs only there';
const SAYS_WHAT_RUNS = 'lets the caller say what is run';
const FIX_THE_FILE = 'write the flag and its file in `fixed`, or leave it out';
const NAMES_A_FILE = 'lets the caller name a file of code, settings or words, or one that is written';

/** Returns the dangers of a rule, in the order of its parts. */
export function findRuleDangers(rule: Rule): readonly RuleDanger[] {
  const known = knownProgram(rule.program);
  if (known.kind === 'refused')
    return [{ part: 'program', index: 0, because: known.because, remedy: LEAVE_OUT }];
  const isUntold = known.kind === 'loads-code' && rule.loadsCodeFrom.length === 0;
  const untold: readonly RuleDanger[] = isUntold
    ? [{ part: 'program', index: 0, because: `${known.because}${UNTOLD}`, remedy: SAY_FROM_WHERE }]
    : [];
  return [...untold, ...findWordDangers(rule)];
}

/** A program that is started by another one is checked by the same rules. */
function findWordDangers(rule: Rule): readonly RuleDanger[] {
  const at = findInner(rule);
  if (at === null)
    return [
      ...findCodeWords(rule),
      ...(namesOf(rule.program).includes('sed') ? findSedDangers(rule) : findOpenOperands(rule)),
    ];
  const [program = '', ...fixed] = rule.fixed.slice(at);
  // Everything except the word that leads to it.
  const outer = findCodeWords({ ...rule, fixed: rule.fixed.slice(0, at - 1), flags: [] });
  return [...outer, ...findInnerDangers({ ...rule, program, fixed }, at)];
}

/** Returns the index of the inner program or module that the program starts; null if the rule names none. */
function findInner({ program, fixed }: Rule): number | null {
  const names = namesOf(program);
  const isPython = names.some((name) => pythons.has(name));
  const module = isPython ? fixed.findIndex((_, index) => namesModule(fixed, index)) : -1;
  if (module >= 0) return module + 1;
  const found = names
    .flatMap((name) => wrappingSubcommands.get(name) ?? [])
    .flatMap((sub) => {
      const { last, isAll } = findSubcommand(fixed, sub) ?? {};
      return last === undefined || isAll ? [] : [last + 1];
    });
  return found[0] ?? null;
}

const pythons = new Set(['python', 'pypy', 'ipython']);

/** A module named by the rule itself, as in `-m pytest`. */
function namesModule(fixed: readonly string[], index: number): boolean {
  return /^-[A-Zabd-ln-z]*m$/.test(fixed[index] ?? '') && /^[A-Za-z_]/.test(fixed[index + 1] ?? '');
}

function findInnerDangers(inner: Rule, at: number): readonly RuleDanger[] {
  const known = knownProgram(inner.program);
  const isInterpreter = wordsOf(inner.program, []).some((words) => words.isInterpreter);
  if (inner.program.startsWith('-')) {
    const remedy = 'name the program right behind it';
    return [{ part: 'fixed', index: at, because: 'stands before the program that is run', remedy }];
  }
  if (known.kind === 'refused' && !isInterpreter)
    return [{ part: 'fixed', index: at, because: known.because, remedy: LEAVE_OUT }];
  return findWordDangers(inner).map((danger) =>
    danger.part === 'fixed' ? { ...danger, index: danger.index + at + 1 } : danger,
  );
}

function findCodeWords({ program, fixed, flags }: Rule): readonly RuleDanger[] {
  const known = wordsOf(program, fixed);
  const isCode = (word: string): boolean => known.some((words) => isAmong(word, words.code, words));
  const isFile = (word: string): boolean => known.some((words) => isAmong(word, words.files, words));
  const danger = { because: SAYS_WHAT_RUNS, remedy: LEAVE_OUT };
  const refused = namesOf(program)
    .flatMap((name) => refusedSubcommands.get(name) ?? [])
    .flatMap((sub) => findSubcommand(fixed, sub)?.last ?? []);
  return [
    ...fixed.flatMap((word, index) =>
      refused.includes(index) || isCode(word) ? [{ part: 'fixed', index, ...danger } as const] : [],
    ),
    ...flags.flatMap(({ flag }, index): readonly RuleDanger[] => {
      if (isCode(flag)) return [{ part: 'flags', index, ...danger }];
      return isFile(flag) ? [{ part: 'flags', index, because: NAMES_A_FILE, remedy: FIX_THE_FILE }] : [];
    }),
  ];
}

/**
 * Unless the rule fixes it, the first operand determines the code of an interpreter, or what another program
 * does.
 */
function findOpenOperands({ program, fixed, operands }: Rule): readonly RuleDanger[] {
  if (operands === null) return [];
  const names = namesOf(program);
  const danger = { part: 'operands', index: 0 } as const;
  const isLast = (known: ReadonlyMap<string, readonly (readonly string[])[]>): boolean =>
    names.flatMap((name) => known.get(name) ?? []).some((sub) => findSubcommand(fixed, sub)?.isAll === true);
  if (isLast(wrappingSubcommands)) {
    const remedy = 'name the program in `fixed`';
    return [{ ...danger, because: 'lets the caller choose the program that is run', remedy }];
  }
  if (isLast(choosingSubcommands)) {
    const remedy = 'name in `fixed` what it is given';
    return [{ ...danger, because: 'lets the caller choose what is fetched or run', remedy }];
  }
  if (fixed.some((word) => !word.startsWith('-') || word === '--test')) return [];
  if (wordsOf(program, fixed).some(({ isInterpreter }) => isInterpreter)) {
    const remedy = 'name the file or the module in `fixed`';
    return [{ ...danger, because: 'lets the caller choose the file that is run', remedy }];
  }
  if (!names.some((name) => withSubcommand.has(name))) return [];
  const remedy = 'name the sub-command in `fixed`';
  return [{ ...danger, because: 'lets the caller choose the sub-command', remedy }];
}

/**
 * Only prints, omits or counts lines, or says where to stop. Any other script may read, write or run
 * something.
 */
const PLAIN_SED_SCRIPT = /^(?:(?:[0-9]+|\$)(?:,(?:[0-9]+|\$))?)?[pdq=]$/;
const SED_SCRIPT = 'a script for `sed`, which can run programs and read and write any file';
const SED_CODE_FLAGS = ['-e', '-f', '--expression', '--file'];

/**
 * The first word of `sed` is a script, which without `--sandbox` can run programs and read and write any
 * file.
 */
function findSedDangers({ fixed, flags, operands }: Rule): readonly RuleDanger[] {
  // After another word, it may be the value of that word.
  if (fixed[0] === '--sandbox') return [];
  const because = `is ${SED_SCRIPT}`;
  const remedy = 'let `fixed` begin with `--sandbox`, or fix a script like `1,20p`';
  const found: RuleDanger[] = [];
  const script = fixed.findIndex((word) => !word.startsWith('-'));
  for (const [index, word] of fixed.entries()) {
    const isOpen = word.startsWith('-') ? isSedCode(word) : index === script && !PLAIN_SED_SCRIPT.test(word);
    if (isOpen) found.push({ part: 'fixed', index, because, remedy });
  }
  for (const [index, { flag }] of flags.entries())
    if (isSedCode(flag)) found.push({ part: 'flags', index, because: SAYS_WHAT_RUNS, remedy });
  if (operands !== null && script < 0)
    found.push({ part: 'operands', index: 0, because: `lets the caller write ${SED_SCRIPT}`, remedy });
  return found;
}

/**
 * In `sed`, letters can be combined, and what follows `e` or `f` in the same word is the script or its file.
 */
function isSedCode(word: string): boolean {
  return SED_CODE_FLAGS.some((one) => isSpelling(word, one)) || /^-[A-Za-z0-9]*[ef]/.test(word);
}
