/**
 * The words by which known programs run something, by the convention of each: flags that name code or a program, flags
 * that name a file of code or settings or one to write, and sub-commands that hand on to another program.
 */
import { namesOf } from './known-programs.ts';

/** What is known of the words of a program, or of one of its sub-commands. */
export type ProgramWords = {
  /** Flags that hold code or say what is run, whoever writes them. */
  readonly code: readonly string[];
  /** Flags that name a file of code, settings or words, or one that is written: what a rule fixes is fine. */
  readonly files: readonly string[];
  /** Letters whose value is the rest of their word. */
  readonly values: string;
  /** Whether a single dash begins a whole word, so that no letters stand together. */
  readonly isWhole: boolean;
  /** Whether it takes no flag that is cut short. */
  readonly isExact: boolean;
  /** Whether a file that it is given is code. */
  readonly isInterpreter: boolean;
};

type Entry = {
  readonly of: string;
  readonly code?: string;
  readonly files?: string;
  readonly values?: string;
  readonly isWhole?: true;
  readonly isExact?: true;
};

const digests = 'md5sum,sha1sum,sha224sum,sha256sum,sha384sum,sha512sum,b2sum,cksum,shasum';

const interpreters: readonly Entry[] = [
  {
    of: 'node,nodejs,bun,deno,tsx,ts-node',
    code:
      '-e -p -r --eval --print --import --require --loader --experimental-loader --test-reporter --test-global-setup --run ' +
      '--env-file --env-file-if-exists --experimental-config-file',
    isExact: true,
  },
  { of: 'python,pypy,ipython', code: '-c -m', values: 'WX' },
  // Modules that run the file or the module that they are given.
  { of: 'cprofile,profile,trace,runpy,timeit,code,pdb,kernprof,viztracer,pyinstrument', code: '-m -c -s' },
  { of: 'coverage run', code: '-m --module' },
  { of: 'perl', code: '-e -E -m -M -I' },
  { of: 'ruby', code: '-e -r -I --require' },
  { of: 'php', code: '-r -B -R -E -d --run --process-begin --process-code --process-end' },
  { of: 'lua,luajit', code: '-e -l' },
  { of: 'rscript', code: '-e --eval' },
  { of: 'julia', code: '-e -E -L --eval --print --load' },
  { of: 'elixir', code: '-e -r --eval --require --rpc-eval' },
  { of: 'raku', code: '-e -I -M' },
  { of: 'guile', code: '-c -e -l' },
  { of: 'groovy', code: '-e' },
  {
    of: 'java',
    files: '-cp -classpath --class-path -jar -javaagent -agentlib -agentpath',
    isWhole: true,
  },
];

const others: readonly Entry[] = [
  {
    of: 'git',
    code:
      '-c -C --config-env --exec-path --exec --git-dir --work-tree --template --upload-pack --receive-pack --ext-diff ' +
      '--textconv --extcmd --open-files-in-pager --unsafe-paths',
    files: '--output --output-directory',
    // Its sub-commands, which follow, each have letters of their own.
    isWhole: true,
  },
  { of: 'git rebase', code: '-x', values: 'CsXS' },
  { of: 'git clone', code: '-u -c --config', values: 'bjo' },
  { of: 'git grep', code: '-O', values: 'ABCemf' },
  { of: 'hg', code: '-R --config --cwd --repository --ssh --remotecmd' },
  { of: 'svn', code: '--config-dir --config-option --diff-cmd --editor-cmd' },
  {
    of: 'find',
    code: '-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls',
    files: '-files0-from',
    isWhole: true,
  },
  { of: 'fd,fdfind', code: '-x -X --exec --exec-batch', values: 'cdeEjSt' },
  { of: 'diff3', code: '--diff-program' },
  { of: 'rg', code: '--pre --hostname-bin' },
  { of: 'sort', code: '--compress-program', files: '-o --output --files0-from', values: 'kStT' },
  { of: 'sed', files: '-i --in-place', values: 'l' },
  { of: 'wc,du', files: '--files0-from' },
  { of: 'file', files: '-f -m --files-from --magic-file', values: 'eFP' },
  { of: digests, files: '-c --check' },
  {
    of: 'tar',
    code:
      '-I -F --to-command --checkpoint-action --use-compress-program --info-script --new-volume-script --rsh-command ' +
      '--rmt-command',
    files: '-T --files-from',
  },
  { of: 'zip', code: '-TT --unzip-command', isWhole: true },
  { of: 'curl', files: '-K --config' },
  { of: 'wget', code: '-e --execute --use-askpass', files: '-i --config --input-file' },
  {
    of: 'make,gmake',
    code: '-E --eval',
    files: '-f -C -I --file --makefile --directory --include-dir',
    values: 'lWo',
  },
  { of: 'cmake', code: '-E', files: '-P -C -D -S -B --toolchain', isWhole: true },
  { of: 'ctest', code: '--build-and-test', files: '-S -SP --script', isWhole: true },
  { of: 'ninja,samu', files: '-f -C' },
  {
    of: 'npm',
    code: '-c --call --script-shell --node-options',
    files: '-C --prefix --userconfig --globalconfig',
  },
  { of: 'pnpm', code: '-c --shell-mode --script-shell', files: '-C --dir' },
  { of: 'yarn', files: '--cwd' },
  { of: 'cargo', files: '-C --config --manifest-path' },
  { of: 'go', code: '-exec -toolexec -vettool', files: '-C -overlay -modfile', isWhole: true },
  {
    of: 'mvn,mvnw,mvnd',
    code: '-D --define',
    files: '-f -s -gs -t --file --settings --global-settings',
    isWhole: true,
  },
  {
    of: 'gradle,gradlew',
    code: '-D --system-prop',
    files: '-I -b -c -p --init-script --build-file --settings-file --project-dir',
    isWhole: true,
  },
  {
    of: 'pytest,py.test',
    files: '-p -c -o --rootdir --confcutdir --override-ini --pdbcls',
    values: 'kmnrW',
  },
  {
    of: 'jest',
    files: '-c --config --globalSetup --rootDir --reporters --runner --testRunner --transform --resolver',
  },
  { of: 'vitest', files: '-c -r --config --root --dir --reporter --globalSetup --environment' },
  { of: 'mocha', files: '-r -R -u --require --config --package --reporter --ui --file' },
  { of: 'eslint', files: '-c -f --config --plugin --rulesdir --resolve-plugins-relative-to --format' },
  { of: 'prettier', files: '--config --plugin' },
  { of: 'pylint', code: '--init-hook', files: '--rcfile --load-plugins' },
  { of: 'tox', files: '-c --conf' },
  { of: 'rspec,cucumber', files: '-r -I --require' },
  {
    of: 'rake',
    code: '-e -E -p --execute --execute-print',
    files: '-f -r -I -R --rakefile --require --libdir',
  },
  { of: 'phpunit', files: '-c --configuration --bootstrap --include-path' },
];

type NamedWords = readonly [names: readonly string[], words: ProgramWords];

function namedWords(entry: Entry, isInterpreter: boolean): readonly NamedWords[] {
  const { of, code, files, values = '', isWhole = false, isExact = false } = entry;
  const words = { code: listOf(code), files: listOf(files), values, isWhole, isExact, isInterpreter };
  return of.split(',').map((name) => [name.split(' '), words]);
}

const entries: readonly NamedWords[] = [
  ...interpreters.flatMap((entry) => namedWords(entry, true)),
  ...others.flatMap((entry) => namedWords(entry, false)),
];

/** Returns what is known of a program's words, where these are the words that follow it. */
export function wordsOf(program: string, fixed: readonly string[]): readonly ProgramWords[] {
  const names = namesOf(program);
  return entries.flatMap(([[name = '', ...sub], words]) =>
    names.includes(name) && (sub.length === 0 || findSubcommand(fixed, sub) !== null) ? [words] : [],
  );
}

/** Tells whether a word is one of some flags, in any spelling: with its value, cut short, or among other letters. */
export function isAmong(word: string, flags: readonly string[], words: ProgramWords): boolean {
  const { values, isWhole, isExact } = words;
  const [whole = word] = word.split('=');
  if (flags.some((flag) => (isExact ? whole === flag : isSpelling(word, flag)))) return true;
  return !isWhole && lettersOf(word, values).some((letter) => flags.includes(`-${letter}`));
}

/** Returns the letters that stand together in a word, up to one that takes the rest as its value. */
function lettersOf(word: string, values: string): readonly string[] {
  const letters = [...(/^-([A-Za-z0-9.]+)/.exec(word)?.[1] ?? '')];
  const last = letters.findIndex((letter) => values.includes(letter));
  return last < 0 ? letters : letters.slice(0, last + 1);
}

/** Tells whether a word is a known one, also with its value, and cut short, as many programs take it. */
export function isSpelling(word: string, known: string): boolean {
  const [flag = word] = word.split('=');
  // Programs that take long flags with one dash take them with two as well.
  if (flag === known || flag.replace(/^--/, '-') === known) return true;
  if (flag.startsWith('--')) return flag.length > 3 && known.startsWith(flag);
  return /^-[A-Za-z]$/.test(known) && word.startsWith(known);
}

/** Where a sub-command ends in the words that a rule fixes, and whether another word that is no flag follows it. */
export type FoundSubcommand = { readonly last: number; readonly isAll: boolean };

/** Finds a sub-command; behind a flag, which may take the next word, it is looked for everywhere. */
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

/** Sub-commands that run what is named, or fetch it first, so that a rule that names one names nothing. */
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
});

/** Sub-commands that run the program behind them. */
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

/** Sub-commands whose operands say what is fetched and run, or which file is run or what is done next. */
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

/** Programs whose first word is a sub-command: without one in the rule, the caller chooses what is done. */
export const withSubcommand = new Set(
  (
    'git hg svn jj npm yarn pnpm bun deno cargo go dotnet pip uv poetry pdm hatch rye pipenv bundle bundler gem composer mix ' +
    'terraform tofu gradle mvn bazel buck2 nx turbo coverage gh glab swift zig opam stack cabal pixi'
  ).split(' '),
);
