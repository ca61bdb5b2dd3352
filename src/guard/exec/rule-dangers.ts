/**
 * What makes a token rule a way to run what nobody approved: programs that run what they are given, flags and operands by
 * which others do, and programs that load code from where they run where the rule does not say that they may. A policy
 * with such a rule does not load.
 */
import type { TokenRule } from './exec-policy.ts';
import { knownProgram, namesOf } from './known-programs.ts';

/** Which part of a rule is dangerous, why, and what to write instead. */
export type RuleDanger = {
  readonly part: 'program' | 'fixed' | 'flags' | 'operands';
  /** The place in a list of words. */
  readonly index: number;
  readonly because: string;
  readonly remedy: string;
};

type Rule = Omit<TokenRule, 'name'>;

/** Flags that hold code or name what is run: single letters, which can stand together, and whole words. */
type CodeFlags = { readonly letters: string; readonly words: readonly string[] };

const LEAVE_OUT = 'leave it out; a script in the scratch area runs when a person approves it';
const UNTOLD = ', and the rule has no `loads_code_from`';
const SAY_FROM_WHERE =
  'leave it out, or name the roots whose code and settings it may load: `loads_code_from: [ROOT]`; it runs only there';
const SAYS_WHAT_RUNS = 'lets the caller say what is run';

const node: CodeFlags = {
  letters: 'epr',
  words: ['--eval', '--print', '--import', '--require', '--loader', '--experimental-loader', 'eval'],
};
const python: CodeFlags = { letters: 'cm', words: [] };
const pytestFlags = ['-p', '-c', '--rootdir', '--confcutdir', '-o', '--override-ini', '--pdbcls'];

/** Interpreters: their letters can stand together, and a file they are given is code. */
const interpreters: ReadonlyMap<string, CodeFlags> = new Map([
  ['node', node],
  ['nodejs', node],
  ['bun', node],
  ['deno', node],
  ['tsx', node],
  ['ts-node', node],
  ['python', python],
  ['pypy', python],
  ['ipython', python],
  ['perl', { letters: 'eEmMI', words: [] }],
  ['ruby', { letters: 'erI', words: ['--require'] }],
  ['php', { letters: 'rBREd', words: ['--run', '--process-begin', '--process-code', '--process-end'] }],
  ['lua', { letters: 'el', words: [] }],
  ['luajit', { letters: 'el', words: [] }],
  ['rscript', { letters: 'e', words: ['--eval'] }],
  ['julia', { letters: 'eEL', words: ['--eval', '--print', '--load'] }],
  ['elixir', { letters: 'er', words: ['--eval', '--require', '--rpc-eval'] }],
  ['raku', { letters: 'eIM', words: [] }],
  ['guile', { letters: 'cel', words: [] }],
  ['groovy', { letters: 'e', words: [] }],
  ['java', { letters: '', words: [] }],
]);

/** Words by which other programs run something, wherever they stand. */
const codeWords: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'git',
    [
      ...['-c', '-C', '--config-env', '--exec-path', '--exec', '--git-dir', '--work-tree', '--template'],
      ...['--upload-pack', '--receive-pack', '--ext-diff', '--textconv', '--extcmd', '--open-files-in-pager'],
      ...['difftool', 'mergetool', 'filter-branch', 'foreach', 'bisect', 'config'],
    ],
  ],
  ['hg', ['--config', '--cwd', '-R', '--repository', '--ssh', '--remotecmd']],
  ['svn', ['--config-dir', '--config-option', '--diff-cmd', '--editor-cmd']],
  ['find', ['-exec', '-execdir', '-ok', '-okdir', '-delete', '-fprint', '-fprint0', '-fprintf', '-fls']],
  ['fd', ['-x', '-X', '--exec', '--exec-batch']],
  ['fdfind', ['-x', '-X', '--exec', '--exec-batch']],
  ['diff3', ['--diff-program']],
  ['rg', ['--pre', '--hostname-bin']],
  ['sort', ['--compress-program']],
  [
    'tar',
    [
      ...['--to-command', '--checkpoint-action', '--use-compress-program', '-I', '--info-script', '-F'],
      ...['--new-volume-script', '--rsh-command', '--rmt-command'],
    ],
  ],
  ['zip', ['-TT', '--unzip-command']],
  ['wget', ['-e', '--execute', '--use-askpass']],
  ['make', ['--eval', '-E']],
  ['npm', ['exec', 'x', 'explore', '--script-shell', '--call', '-c']],
  ['pnpm', ['exec', 'dlx']],
  ['yarn', ['exec', 'dlx']],
  ['go', ['-exec', '-toolexec', '-vettool']],
]);

/** Flags that name a file or a directory of code, settings or words: what a rule fixes is fine, a caller's word is not. */
const fileFlags: ReadonlyMap<string, readonly string[]> = new Map([
  ['find', ['-files0-from']],
  ['sort', ['--files0-from', '--output', '-o']],
  ['wc', ['--files0-from']],
  ['file', ['-f', '--files-from', '-m', '--magic-file']],
  ...[
    'md5sum',
    'sha1sum',
    'sha224sum',
    'sha256sum',
    'sha384sum',
    'sha512sum',
    'b2sum',
    'cksum',
    'shasum',
  ].map((name): [string, string[]] => [name, ['-c', '--check']]),
  ['du', ['--files0-from']],
  ['tar', ['--files-from', '-T']],
  ['curl', ['--config', '-K']],
  ['wget', ['--config', '--input-file', '-i']],
  ['make', ['--file', '--makefile', '-f', '--directory', '-C', '--include-dir', '-I']],
  ['npm', ['--prefix', '-C']],
  ['pnpm', ['--dir', '-C']],
  ['yarn', ['--cwd']],
  ['cargo', ['--config', '--manifest-path', '-C']],
  ['go', ['-C', '-overlay', '-modfile']],
  ['java', ['-cp', '-classpath', '--class-path', '-jar', '-javaagent', '-agentlib', '-agentpath']],
  ['python', pytestFlags],
  ['pytest', pytestFlags],
  ['py.test', pytestFlags],
  ['eslint', ['-c', '--config', '--plugin', '--rulesdir', '--resolve-plugins-relative-to', '-f', '--format']],
]);

/** Programs whose first word is a sub-command: without one in the rule, the caller chooses what is done. */
const withSubcommand = new Set(
  (
    'git hg svn jj npm yarn pnpm bun deno cargo go dotnet pip uv poetry pdm hatch bundle bundler gem composer mix ' +
    'terraform tofu gradle mvn bazel buck2 nx turbo coverage gh glab swift zig'
  ).split(' '),
);

/** Returns what is dangerous about a rule, in the order of its parts. */
export function findRuleDangers(rule: Rule): readonly RuleDanger[] {
  const known = knownProgram(rule.program);
  if (known.kind === 'refused')
    return [{ part: 'program', index: 0, because: known.because, remedy: LEAVE_OUT }];
  const isUntold = known.kind === 'loads-code' && rule.loadsCodeFrom.length === 0;
  const untold: readonly RuleDanger[] = isUntold
    ? [{ part: 'program', index: 0, because: `${known.because}${UNTOLD}`, remedy: SAY_FROM_WHERE }]
    : [];
  const [interpreter] = namesOf(rule.program).flatMap((name) => interpreters.get(name) ?? []);
  return [
    ...untold,
    ...findCodeWords(rule, interpreter),
    ...(namesOf(rule.program).includes('sed') ? findSedDangers(rule) : findOpenOperands(rule, interpreter)),
  ];
}

function findCodeWords(rule: Rule, interpreter: CodeFlags | undefined): readonly RuleDanger[] {
  const isOneOf = (known: ReadonlyMap<string, readonly string[]>, word: string): boolean =>
    namesOf(rule.program).some((name) => known.get(name)?.some((one) => isSpelling(word, one)));
  const isCode = (word: string): boolean =>
    (interpreter !== undefined && holdsCode(word, interpreter)) || isOneOf(codeWords, word);
  const danger = { because: SAYS_WHAT_RUNS, remedy: LEAVE_OUT };
  const fixed = rule.fixed.flatMap((word, index) =>
    isCode(word) && !namesModule(rule.fixed, index, interpreter)
      ? [{ part: 'fixed', index, ...danger } as const]
      : [],
  );
  const flags = rule.flags.flatMap(({ flag }, index) =>
    isCode(flag) || isOneOf(fileFlags, flag) ? [{ part: 'flags', index, ...danger } as const] : [],
  );
  return [...fixed, ...flags];
}

/** A module that the rule itself names, as in `-m pytest`. */
function namesModule(fixed: readonly string[], index: number, flags: CodeFlags | undefined): boolean {
  const isModuleFlag = flags === python && /^-[A-Zabd-ln-z]*m$/.test(fixed[index] ?? '');
  return isModuleFlag && /^[A-Za-z_]/.test(fixed[index + 1] ?? '');
}

/** An interpreter takes its first operand as the code, and other programs as what they do, unless the rule says it. */
function findOpenOperands(
  { program, fixed, operands }: Rule,
  flags: CodeFlags | undefined,
): readonly RuleDanger[] {
  const namesWhat = fixed.some((word) => !word.startsWith('-') || word === '--test');
  if (operands === null || namesWhat) return [];
  const danger = { part: 'operands', index: 0 } as const;
  if (flags !== undefined) {
    const remedy = 'name the file or the module in `fixed`';
    return [{ ...danger, because: 'lets the caller choose the file that is run', remedy }];
  }
  if (!namesOf(program).some((name) => withSubcommand.has(name))) return [];
  const remedy = 'name the sub-command in `fixed`';
  return [{ ...danger, because: 'lets the caller choose the sub-command', remedy }];
}

/** Which lines are printed, left out or counted, or where to stop; anything else may read, write or run something. */
const PLAIN_SED_SCRIPT = /^(?:(?:[0-9]+|\$)(?:,(?:[0-9]+|\$))?)?[pdq=]$/;
const SED_SCRIPT = 'a script for `sed`, which can run programs and read and write any file';
const SED_CODE_FLAGS = ['-e', '-f', '--expression', '--file'];

/** The first word of `sed` is a script, and one without `--sandbox` can run programs and read and write any file. */
function findSedDangers({ fixed, flags, operands }: Rule): readonly RuleDanger[] {
  // Behind another word it may be the value of that word.
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

/** In `sed`, letters stand together, and what follows `e` or `f` in the same word is the script or its file. */
function isSedCode(word: string): boolean {
  return SED_CODE_FLAGS.some((one) => isSpelling(word, one)) || /^-[A-Za-z]*[ef]/.test(word);
}

function holdsCode(word: string, { letters, words }: CodeFlags): boolean {
  if (words.some((one) => isSpelling(word, one))) return true;
  const [together = ''] = /^-[A-Za-z]+/.exec(word) ?? [];
  return [...letters].some((letter) => together.includes(letter));
}

/** Tells whether a word is a known one, also with its value, and cut short, as many programs take it. */
function isSpelling(word: string, known: string): boolean {
  const [flag = word] = word.split('=');
  // Programs that take long flags with one dash take them with two as well.
  if (flag === known || flag.replace(/^--/, '-') === known) return true;
  if (flag.startsWith('--')) return flag.length > 3 && known.startsWith(flag);
  return /^-[A-Za-z]$/.test(known) && word.startsWith(known);
}
