/**
 * Checks the parts of the `exec` section that concern the whole policy or require a judgement about words.
 */
import { cite } from '../../kernel/index.ts';
import { findRuleDangers, type RuleDanger } from '../exec/rule-dangers.ts';
import type { DraftReader } from './draft-reader.ts';
import type { DraftExec, DraftRule, Word } from './policy-draft.ts';

/** What is wrong with passing on a variable, and the remedy. */
const withheld: Readonly<Record<WithheldBecause, { readonly message: string; readonly remedy: string }>> = {
  secret: {
    message: 'is passed to programs, and looks like a secret',
    remedy: 'leave it out; programs that agents start get no secrets',
  },
  own: {
    message: 'is passed to programs, and is a setting of Penumbra itself',
    remedy: 'leave it out; it says where the keys and the ledger are',
  },
  'loads-code': {
    message: 'makes programs load other code',
    remedy: 'leave it out; a program runs as it was pinned',
  },
  'set-here': {
    message: 'is set for every program, and passed to none',
    remedy: 'leave it out; a program has a home and a search path of its own',
  },
};

type ExecCheck = {
  readonly reader: DraftReader;
  /** Reports a word that is not a root of the policy. */
  readonly checkRoot: (word: Word) => void;
};

/** Reports every fault of the section. */
export function checkExec(exec: DraftExec, { reader, checkRoot }: ExecCheck): void {
  checkRoot(exec.scratch.root);
  for (const root of exec.sees) checkRoot(root);
  for (const word of exec.environment) checkVariable(word, reader);
  const names = new Set<string>();
  for (const rule of exec.rules) {
    checkRuleName(rule, names, reader);
    checkFlags(rule, reader);
    for (const { root } of rule.loadsCodeFrom) checkRoot(root);
    for (const danger of findRuleDangers(rule.rule)) noteDanger(rule, danger, reader);
  }
}

function checkVariable({ text, path }: Word, reader: DraftReader): void {
  const because = withheldBecause(text);
  if (because === null) return;
  const { message, remedy } = withheld[because];
  const rule = because === 'secret' ? 'secret-in-environment' : 'withheld-name';
  reader.noteValue(path, { rule, message: `${cite(text)} ${message}`, remedy });
}

function checkRuleName({ rule, path }: DraftRule, names: Set<string>, reader: DraftReader): void {
  if (names.has(rule.name)) {
    const message = `${cite(rule.name)} is the name of two rules`;
    reader.noteValue(path, { rule: 'repeated-name', message, remedy: 'give each rule its own `name`' });
  }
  names.add(rule.name);
}

/** A flag listed both with and without a value would be ambiguous. */
function checkFlags({ rule, path }: DraftRule, reader: DraftReader): void {
  const seen = new Set<string>();
  for (const [index, { flag }] of rule.flags.entries()) {
    const message = `${cite(flag)} is named twice`;
    if (seen.has(flag))
      reader.noteValue([...path, 'flags', index], {
        rule: 'repeated-name',
        message,
        remedy: 'leave one of them out',
      });
    seen.add(flag);
  }
}

function noteDanger(
  { rule, path }: DraftRule,
  { part, index, because, remedy }: RuleDanger,
  reader: DraftReader,
): void {
  const word = { program: rule.program, fixed: rule.fixed[index], flags: rule.flags[index]?.flag };
  const subject = part === 'operands' ? `\`${rule.program}\` with operands` : cite(word[part] ?? '');
  reader.noteValue(part === 'flags' || part === 'fixed' ? [...path, part, index] : [...path, part], {
    rule: 'unsafe-rule',
    message: `${subject} ${because}`,
    remedy,
  });
}

/** Why a variable is withheld. */
export type WithheldBecause = 'set-here' | 'own' | 'loads-code' | 'secret';

/** Variables that make a loader or language runtime load other code, or make a program start another one. */
const codeNames = [
  'LD_.*|DYLD_.*|PYTHON(?:PATH|HOME|STARTUP|USERBASE|INSPECT|BREAKPOINT|EXECUTABLE|PLATLIBDIR|SAFEPATH)|PERL5.*',
  'PERLLIB|RUBY(?:OPT|LIB)|BUNDLE_.*|GEM_(?:HOME|PATH)|NODE_(?:OPTIONS|PATH|REPL_EXTERNAL_MODULE)|NPM_CONFIG_.*',
  'PHPRC|PHP_INI_.*|LUA_(?:INIT|PATH|CPATH).*|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH',
  'MAVEN_(?:OPTS|ARGS)|(?:GRADLE|SBT|ANT|JRUBY|KOTLIN|SCALA|LEIN|JVM)_OPTS|.*_JAVA_OPTS|ERL_(?:.*FLAGS|LIBS|INETRC)',
  'ELIXIR_.*|MIX_(?:HOME|EXS|ARCHIVES|DEPS_PATH)|R_(?:PROFILE|ENVIRON|LIBS|HOME).*|JULIA_(?:LOAD|DEPOT)_PATH',
  'JULIA_PROJECT|CAML_LD_LIBRARY_PATH|OCAML.*|GUILE_(?:LOAD|EXTENSIONS|SYSTEM).*|AWK(?:LIB)?PATH|GHC.*|STACK_YAML',
  'CABAL_.*|TCL.*|GROOVY_HOME|BUN_OPTIONS|BUN_INSTALL|DENO_.*|YARN_.*|COREPACK_.*|PNPM_.*|NVM_.*|COMPOSER_.*|PIP_.*',
  'UV_.*|POETRY_.*|PIPENV_.*|CONDA_.*|RUSTC.*|RUSTFLAGS|CARGO_(?:HOME|ALIAS_.*|BUILD_.*|TARGET_.*)',
  'GO(?:FLAGS|ENV|TOOLCHAIN|PROXY|TOOLDIR)|M(?:AKE)?FLAGS|GNUMAKEFLAGS|MAKEFILES|BASH_(?:ENV|FUNC_.*)|ENV|IFS|PS4',
  'SHELL|SHELLOPTS|BASHOPTS|(?:.*_)?PAGER|(?:.*_)?EDITOR|VISUAL|BROWSER|MAN(?:PAGER|OPT)|(?:.*_)?ASKPASS',
  'PROMPT_COMMAND|CONFIG_SHELL|MAKESHELL|.*_RSH|INPUTRC|SHINIT|GCONV_PATH|PYTEST_(?:PLUGINS|ADDOPTS)',
  'DOTNET_(?:STARTUP_HOOKS|ROOT.*|ADDITIONAL_DEPS|SHARED_STORE)|CORECLR_.*|COR_.*|MSBUILD.*|TAR_OPTIONS|CCACHE_.*',
  'SCCACHE_.*|DISTCC_.*|C(?:MAKE|TEST)_.*|CC|CXX|CPP|LD|AR|AS|GCC_EXEC_PREFIX|COMPILER_PATH',
  'OPENSSL_(?:CONF|ENGINES|MODULES)|VIMINIT|EXINIT|MYVIMRC|EMACSLOADPATH|ZDOTDIR|GTK.*_(?:MODULES|PATH|MODULE_FILE)',
  'GTK_EXE_PREFIX|QT_.*PLUGIN.*|GDK_PIXBUF_.*|GST_.*|GIO_.*|PSQLRC|SQLITE_.*|VIM|VIMRUNTIME|LESSOPEN|LESSCLOSE',
  'RIPGREP_CONFIG_PATH|GIT_(?!AUTHOR_|COMMITTER_).*|HG.*|SVN_.*',
];
const loadedBy = new RegExp(`^(?:${codeNames.join('|')})$`, 'i');

const reasons: readonly (readonly [WithheldBecause, RegExp])[] = [
  // Programs get their own home, search path and temporary directory.
  ['set-here', /^(?:PATH|HOME|TMPDIR|PWD)$/],
  ['own', /^PENUMBRA_/i],
  ['loads-code', loadedBy],
  // Judged by name: `SSH_AUTH_SOCK` counts as a secret, `AUTHOR` does not.
  ['secret', /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH(?!OR)/i],
];

/** Returns why a variable is never passed on, or null if a policy may name it. */
export function withheldBecause(name: string): WithheldBecause | null {
  return reasons.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}
