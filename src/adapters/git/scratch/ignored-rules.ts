/**
 * What tests need and git ignores, by name. Whatever is ignored and fits no rule is copied where it is small and linked
 * where it is not: generated code, compiled extensions and local settings are ignored under any name.
 */

/** How something ignored comes into a scratch state. */
export type BringRule =
  /** A real directory with one link for each entry; programs write their caches beside them and not into the user's. */
  | 'packages'
  /** A Python environment: links, but what names the user's work tree is written anew. */
  | 'environment'
  /** A folder of such environments, into which its program installs in each run: copies. */
  | 'environments'
  /** PHP finds the project by where its autoloader really lies, so this one is copied and the packages are linked. */
  | 'vendor'
  /** What a build writes is copied, or made anew where that would take longer; it is never linked, for it is written to. */
  | 'build'
  /** What is made anew in every state, since what lies there may be out of date without anybody seeing it. */
  | 'rebuilt'
  | 'other'
  /** Caches and reports of earlier runs. */
  | 'none';

const PACKAGES = new Set(['node_modules', 'bower_components', 'jspm_packages']);
/** Folders of environments. */
const OF_ENVIRONMENTS = new Set(['.tox', '.nox']);
const VENDOR = new Set(['vendor', 'Pods']);
const BUILD = new Set([
  ...[
    'target',
    'build',
    'dist',
    'out',
    'bin',
    'obj',
    'lib',
    'es',
    'esm',
    'cjs',
    '_build',
    '.build',
    'classes',
  ],
  ...[
    '.next',
    '.nuxt',
    '.svelte-kit',
    '.output',
    '.angular',
    '.gradle',
    '.stack-work',
    'dist-newstyle',
    'zig-cache',
  ],
  ...[
    '.zig-cache',
    'zig-out',
    '.dart_tool',
    '.eggs',
    'cmake-build-debug',
    'cmake-build-release',
    'DerivedData',
  ],
]);
const NONE = new Set([
  ...['.penumbra', '.git', '.hg', '.svn', '.idea', '.vscode', '.vs', '.DS_Store', '.direnv', '.terraform'],
  ...[
    '.cache',
    '.vite',
    '.vitest-cache',
    '.parcel-cache',
    '.turbo',
    '.nx',
    '.eslintcache',
    '.stylelintcache',
  ],
  ...[
    '__pycache__',
    '.pytest_cache',
    '.mypy_cache',
    '.ruff_cache',
    '.hypothesis',
    '.ipynb_checkpoints',
    '.pytype',
  ],
  ...[
    'coverage',
    '.coverage',
    'htmlcov',
    '.nyc_output',
    'test-results',
    'playwright-report',
    '.tap',
    'tmp',
    '.tmp',
  ],
  ...[
    '.phpunit.cache',
    '.phpunit.result.cache',
    '.rspec_status',
    '.sass-cache',
    '.bundle-cache',
    'logs',
    'log',
  ],
]);
const NONE_FILES = /\.(?:log|pyc|pyo|swp|swo|tmp|bak|orig|rej|pid|prof|lcov)$|~$|^\.coverage\./;

/**
 * Lock files of tools that install into a place of their own: where one differs, the packages that are installed are not
 * those of the state. Go, Cargo, Gradle and others find the right versions by themselves when the tests are run.
 */
const LOCK_FILES = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
  ...['poetry.lock', 'Pipfile.lock', 'uv.lock', 'pdm.lock', 'conda-lock.yml', 'requirements.txt'],
  ...['Gemfile.lock', 'composer.lock', 'mix.lock', 'pubspec.lock', 'Podfile.lock', 'flake.lock'],
]);

/** Names in a folder of packages that hold caches. */
export const PACKAGE_CACHES: ReadonlySet<string> = new Set([
  ...['.vite', '.cache', '.vitest-cache', '.vitest', '.vite-temp', '.package-lock.json', '.yarn-state.yml'],
]);

/** Returns how something ignored is brought; `has` tells whether a directory has an entry of a name. */
export function bringRule(path: string, isDirectory: boolean, has: (name: string) => boolean): BringRule {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (NONE.has(name) || (!isDirectory && NONE_FILES.test(name))) return 'none';
  if (!isDirectory) return 'other';
  if (PACKAGES.has(name)) return 'packages';
  if (OF_ENVIRONMENTS.has(name)) return 'environments';
  if (has('pyvenv.cfg')) return 'environment';
  if (VENDOR.has(name)) return 'vendor';
  if (name === 'target' && has('../pom.xml')) return 'rebuilt';
  return BUILD.has(name) || name.endsWith('.egg-info') || name.startsWith('bazel-') ? 'build' : 'other';
}

/**
 * How long a folder stays that a build wrote. `always`: its tool sees by itself what is out of date in it, also what is gone
 * from the sources. `state`: until the files change, for its tool does not see all: Maven leaves what was compiled or copied
 * of a file that is no more. `never`: no longer than one run, as what one state left in `dist` must not decide about another.
 */
export type Warmth = 'always' | 'state' | 'never';

/** Folders of such tools; where a name is used by several, what lies beside it tells which. */
const WARM: Readonly<Record<string, readonly string[]>> = {
  target: ['Cargo.toml', 'build.sbt'],
  build: ['build.gradle', 'build.gradle.kts'],
};
const ALWAYS_WARM = new Set(['.gradle', 'obj', '__pycache__']);

/** Returns how long a folder stays warm; `hasBeside` tells whether something of a name lies beside it. */
export function warmthOf(path: string, hasBeside: (name: string) => boolean): Warmth {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (ALWAYS_WARM.has(name) || WARM[name]?.some(hasBeside)) return 'always';
  return name === 'target' ? 'state' : 'never';
}

/** Tells whether a path is that of a lock file. */
export function isLockFile(path: string): boolean {
  return LOCK_FILES.has(path.slice(path.lastIndexOf('/') + 1));
}
