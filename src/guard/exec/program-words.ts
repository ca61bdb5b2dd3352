/**
 * The words by which known programs run something, according to the conventions of each: flags for code or a
 * program, flags for a file to load or write, and subcommands that run another program.
 */
import { namesOf } from './known-programs.ts';
import { interpreterFlags, otherFlags, type ProgramFlags } from './program-flags.ts';

/** What is known about the words of a program or subcommand. */
export type ProgramWords = {
  /** Flags that contain code or determine what is run, even if fixed by the rule. */
  readonly code: readonly string[];
  /** Flags for a file of code, settings or words, or for a file that is written. The rule may fix them. */
  readonly files: readonly string[];
  /** Letters whose value is the rest of the word. */
  readonly values: string;
  /** Whether a single dash starts a whole word, so that letters cannot be combined. */
  readonly isWhole: boolean;
  /** Whether it does not accept abbreviated flags. */
  readonly isExact: boolean;
  /** Whether a file that it is given is code. */
  readonly isInterpreter: boolean;
};

type NamedWords = readonly [names: readonly string[], words: ProgramWords];

function namedWords(entry: ProgramFlags, isInterpreter: boolean): readonly NamedWords[] {
  const { of, code, files, values = '', isWhole = false, isExact = false } = entry;
  const words = { code: listOf(code), files: listOf(files), values, isWhole, isExact, isInterpreter };
  return of.split(',').map((name) => [name.split(' '), words]);
}

const entries: readonly NamedWords[] = [
  ...interpreterFlags.flatMap((entry) => namedWords(entry, true)),
  ...otherFlags.flatMap((entry) => namedWords(entry, false)),
];

/** Returns what is known about a program's words, given the words that follow it. */
export function wordsOf(program: string, fixed: readonly string[]): readonly ProgramWords[] {
  const names = namesOf(program);
  return entries.flatMap(([[name = '', ...sub], words]) =>
    names.includes(name) && (sub.length === 0 || findSubcommand(fixed, sub) !== null) ? [words] : [],
  );
}

/**
 * Returns whether a word is one of some flags in any spelling: with its value, abbreviated, or combined with
 * other letters.
 */
export function isAmong(word: string, flags: readonly string[], words: ProgramWords): boolean {
  const { values, isWhole, isExact } = words;
  const [whole = word] = word.split('=');
  if (flags.some((flag) => (isExact ? whole === flag : isSpelling(word, flag)))) return true;
  return !isWhole && lettersOf(word, values).some((letter) => flags.includes(`-${letter}`));
}

/** Returns the letters combined in a word, up to one that takes the rest as its value. */
function lettersOf(word: string, values: string): readonly string[] {
  const letters = [...(/^-([A-Za-z0-9.]+)/.exec(word)?.[1] ?? '')];
  const last = letters.findIndex((letter) => values.includes(letter));
  return last < 0 ? letters : letters.slice(0, last + 1);
}

/**
 * Returns whether a word is a known one, possibly with its value or abbreviated, as many programs accept it.
 */
export function isSpelling(word: string, known: string): boolean {
  const [flag = word] = word.split('=');
  // Programs that take long flags with one dash also accept two.
  if (flag === known || flag.replace(/^--/, '-') === known) return true;
  if (flag.startsWith('--')) return flag.length > 3 && known.startsWith(flag);
  return /^-[A-Za-z]$/.test(known) && word.startsWith(known);
}

/** Where a subcommand ends in the fixed words of a rule, and whether no further plain word follows. */
export type FoundSubcommand = { readonly last: number; readonly isAll: boolean };

/** Finds a subcommand. After a leading flag, which may take the next word, it may be at any position. */
export function findSubcommand(fixed: readonly string[], sub: readonly string[]): FoundSubcommand | null {
  const plain = fixed.flatMap((word, index) => (word.startsWith('-') ? [] : [{ word, index }]));
  const starts = fixed[0]?.startsWith('-') ? plain.map((_, start) => start) : [0];
  const start = starts.find((from) => sub.every((word, index) => plain[from + index]?.word === word));
  if (start === undefined) return null;
  const end = start + sub.length - 1;
  return { last: plain[end]?.index ?? 0, isAll: end === plain.length - 1 };
}

function listOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(' ');
}

/**
 * Subcommands that run what is named, or download it first, so a rule for one of them would allow anything.
 */
export const refusedSubcommands = subcommands({
  git: 'difftool,mergetool,filter-branch,submodule foreach,bisect,config,hook,svn,p4,send-email,web--browse,instaweb,shell,daemon',
  npm: 'exec,x,explore,init,create,innit,config,set,edit',
  pnpm: 'exec,dlx,create,config',
  yarn: 'exec,dlx,create,config',
  bun: 'x,create,exec,repl',
  uv: 'tool run,tool install',
  gem: 'exec',
  deno: 'eval,repl',
  pip: 'config',
  cargo: 'binstall',
  'pre-commit': 'try-repo',
});

/** Subcommands that run the program after them. */
export const wrappingSubcommands = subcommands({
  uv: 'run',
  poetry: 'run',
  pdm: 'run',
  hatch: 'run',
  rye: 'run',
  pipenv: 'run',
  bundle: 'exec',
  bundler: 'exec',
  composer: 'exec',
  dotnet: 'exec',
  opam: 'exec',
  stack: 'exec',
  cabal: 'exec',
  nx: 'exec',
  tox: 'exec,e',
  pixi: 'run',
  mix: 'cmd',
});

/**
 * Subcommands whose operands determine what is downloaded and run, which file is run, or what is done next.
 */
export const choosingSubcommands = subcommands({
  git: 'submodule',
  npm: 'install,i,in,add,update,rebuild',
  pnpm: 'install,i,add,update',
  yarn: 'add,run,node,up,global',
  bun: 'install,i,add,run',
  pip: 'install,download,wheel',
  uv: 'add,pip,pip install,tool,venv',
  poetry: 'add,self',
  pdm: 'add,self',
  gem: 'install',
  bundle: 'add,plugin',
  composer: 'require,global,create-project',
  cargo: 'install,add',
  go: 'run,install,get,tool',
  dotnet: 'add,tool,new,tool install,tool run',
  deno: 'run,install,add,x,serve,task',
  mix: 'run,do,archive',
  coverage: 'run',
  gh: 'extension,alias',
});

function subcommands(
  byProgram: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly (readonly string[])[]> {
  return new Map(
    Object.entries(byProgram).map(([program, list]) => [
      program,
      list.split(',').map((one) => one.split(' ')),
    ]),
  );
}

/**
 * Programs whose first word is a subcommand. If the rule does not fix it, the caller chooses what is done.
 */
export const withSubcommand = new Set(
  (
    'git hg svn jj npm yarn pnpm bun deno cargo go dotnet pip uv poetry pdm hatch rye pipenv bundle bundler gem composer mix ' +
    'terraform tofu gradle mvn bazel buck2 nx turbo coverage gh glab swift zig opam stack cabal pixi'
  ).split(' '),
);
