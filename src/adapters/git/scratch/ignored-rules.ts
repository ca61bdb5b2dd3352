/**
 * Rules by name for what tests need and git ignores. An ignored path without a rule is copied if small and
 * linked otherwise: generated code, compiled extensions and local settings have arbitrary names.
 */

/** How an ignored path gets into a scratch state. */
export type BringRule =
  /**
   * A real directory with one link per entry; programs write their caches beside the links and not into the
   * user's directory.
   */
  | 'packages'
  /** A Python environment: links, except for files that mention the user's work tree, which are rewritten. */
  | 'environment'
  /** A folder of such environments, into which its tool installs on each run: copies. */
  | 'environments'
  /**
   * PHP finds the project by the real location of its autoloader, so that is copied and the packages are
   * linked.
   */
  | 'vendor'
  /**
   * Build output is copied, or rebuilt if copying would take longer; it is never linked, because it is
   * written to.
   */
  | 'build'
  /** Rebuilt in every state, because existing files may be out of date without anybody noticing. */
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
 * Lock files of tools that install into a place of their own: if one differs, the installed packages are not
 * those of the state. Go, Cargo, Gradle and others find the right versions by themselves when the tests run.
 */
const LOCK_FILES = new Set([
  ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
  ...['poetry.lock', 'Pipfile.lock', 'uv.lock', 'pdm.lock', 'conda-lock.yml', 'requirements.txt'],
  ...['Gemfile.lock', 'composer.lock', 'mix.lock', 'pubspec.lock', 'Podfile.lock', 'flake.lock'],
]);

/** Names in a package folder that contain caches. */
export const PACKAGE_CACHES: ReadonlySet<string> = new Set([
  ...['.vite', '.cache', '.vitest-cache', '.vitest', '.vite-temp', '.package-lock.json', '.yarn-state.yml'],
]);

/** Returns how an ignored path is brought; `has` returns whether a directory has an entry of that name. */
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
 * How long a folder of build output is kept. `always`: the tool itself detects what is out of date in it,
 * including outputs of deleted sources. `state`: until the files change, because the tool does not detect
 * everything: Maven keeps what was compiled or copied from a file that no longer exists. `never`: for one run
 * only, because what one state left in `dist` must not affect another.
 */
export type Warmth = 'always' | 'state' | 'never';

/** Folders of such tools; if several tools use a name, the files beside it identify the tool. */
const WARM: Readonly<Record<string, readonly string[]>> = {
  target: ['Cargo.toml', 'build.sbt'],
  build: ['build.gradle', 'build.gradle.kts'],
};
const ALWAYS_WARM = new Set(['.gradle', 'obj', '__pycache__']);

/** Returns how long a folder stays warm; `hasBeside` returns whether a name exists beside it. */
export function warmthOf(path: string, hasBeside: (name: string) => boolean): Warmth {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (ALWAYS_WARM.has(name) || WARM[name]?.some(hasBeside)) return 'always';
  return name === 'target' ? 'state' : 'never';
}

/** Returns whether a path is a lock file. */
export function isLockFile(path: string): boolean {
  return LOCK_FILES.has(path.slice(path.lastIndexOf('/') + 1));
}
