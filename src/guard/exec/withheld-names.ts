/** Names of the environment that no program is passed, whatever a policy says, and why. */

/** Why a name is withheld. */
export type WithheldBecause = 'set-here' | 'own' | 'loads-code' | 'secret';

/** Names by which a loader or the runtime of a language loads other code, or a program finds another one to start. */
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
  // A program gets a home, a search path and a place for temporary files of its own.
  ['set-here', /^(?:PATH|HOME|TMPDIR|PWD)$/],
  ['own', /^PENUMBRA_/i],
  ['loads-code', loadedBy],
  // By the look of the name: `AUTHOR` is none, `SSH_AUTH_SOCK` is.
  ['secret', /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH(?!OR)/i],
];

/** Returns why a name is never passed on; null where a policy may name it. */
export function withheldBecause(name: string): WithheldBecause | null {
  return reasons.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}
