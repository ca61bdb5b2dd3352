/** Names of the environment that no program is passed, whatever a policy says, and why. */

/** Why a name is withheld. */
export type WithheldBecause = 'set-here' | 'own' | 'loads-code' | 'secret';

/** Names by which a loader or the runtime of a language loads other code, or a program finds another one to start. */
const codeNames = [
  'LD_.*|DYLD_.*|PYTHON(?:PATH|HOME|STARTUP|USERBASE|INSPECT|BREAKPOINT|EXECUTABLE|PLATLIBDIR|SAFEPATH)|PERL5.*',
  'RUBY(?:OPT|LIB)|BUNDLE_.*|GEM_(?:HOME|PATH)|NODE_(?:OPTIONS|PATH|REPL_EXTERNAL_MODULE)|NPM_CONFIG_.*|PHPRC|PHP_INI_.*',
  'LUA_(?:INIT|PATH|CPATH).*|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|MAVEN_(?:OPTS|ARGS)|GRADLE_OPTS',
  'RUSTC.*|RUSTFLAGS|CARGO_(?:HOME|ALIAS_.*|BUILD_.*|TARGET_.*)|GO(?:FLAGS|ENV)|MAKEFLAGS|GNUMAKEFLAGS|MAKEFILES',
  'BASH_(?:ENV|FUNC_.*)|ENV|IFS|PS4|SHELL|SHELLOPTS|BASHOPTS|(?:.*_)?PAGER|(?:.*_)?EDITOR|VISUAL|BROWSER',
  'GCONV_PATH|PYTEST_(?:PLUGINS|ADDOPTS)|DOTNET_STARTUP_HOOKS|TAR_OPTIONS|RSYNC_RSH|CC|CXX|CPP|LD|AR|AS|GCC_EXEC_PREFIX',
  'COMPILER_PATH|OPENSSL_(?:CONF|ENGINES|MODULES)|VIMINIT|EXINIT|MYVIMRC|EMACSLOADPATH|ZDOTDIR|GTK_(?:MODULES|PATH)|QT_PLUGIN_PATH',
  'LESSOPEN|LESSCLOSE|RIPGREP_CONFIG_PATH|GIT_(?!AUTHOR_|COMMITTER_).*|HG.*|SVN_.*',
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
