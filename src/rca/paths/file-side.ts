/**
 * Decides whether a file is production code, a test, or beside both (examples, documentation, benchmarks,
 * vendored code, build output): by its path, and if that is inconclusive, by its content.
 */

/** The side of a repository a file is on. */
export type FileSide = 'production' | 'beside' | 'test';

// The Maven and Gradle layout is explicit, whatever the packages below are called.
const PRODUCTION_ROOT = /(?:^|\/)src\/main\//i;
const TEST_FOLDER =
  /(?:^|\/)(?:tests?|testing|specs?|__tests__|__mocks__|e2e|fixtures?|test-?data|[\w-]+[_-]tests?|unittests?)\//i;
const TEST_SOURCE_SET = /(?:^|\/)src\/\p{Ll}+Test\//u;
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*|[^/]*[._-](?:tests?|specs?|e2e|cy)|conftest|Test\p{Lu}[^/]*|[^/]*[\p{Ll}\p{N}](?:Tests?|TestCase|Specs?|IT|ITCase))\.\w+$/u;
// Only near the root: deeper down such a word is as likely the name of a package.
const BESIDE_FOLDER =
  /^(?:[^/]+\/)?(?:examples?|demos?|docs?|documentation|samples?|bench(?:marks?)?|perf|dist|build|target|out)\//i;
const FOREIGN =
  /(?:^|\/)(?:vendor|third[_-]?party|node_modules|bower_components|generated|\.[^/]+)\/|[.-]min\.\w+$/i;

/** Returns the side of a file from its path alone. */
export function sideOfPath(path: string): FileSide {
  if (PRODUCTION_ROOT.test(path)) return 'production';
  if ([TEST_FOLDER, TEST_SOURCE_SET, TEST_NAME].some((rule) => rule.test(path))) return 'test';
  return [BESIDE_FOLDER, FOREIGN].some((rule) => rule.test(path)) ? 'beside' : 'production';
}

/** Returns the side of a file from its path, then from test markers in its content. */
export function sideOfFile(path: string, hasTestMarks: boolean): FileSide {
  const side = sideOfPath(path);
  return hasTestMarks && side === 'production' && !PRODUCTION_ROOT.test(path) ? 'test' : side;
}

const NAMES = [
  String.raw`package(?:-lock)?\.json|yarn\.lock|pnpm-lock\.yaml|[jt]sconfig[^/]*\.json|[^/]+\.config\.\w+`,
  String.raw`\.(?:mocha|babel|nyc|swc|tap|npm|eslint)rc[^/]*|\.taprc|babel\.config\.\w+`,
  String.raw`pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|pytest\.ini|requirements[^/]*\.txt|Pipfile(?:\.lock)?|poetry\.lock|uv\.lock`,
  String.raw`go\.(?:mod|sum|work)|Cargo\.(?:toml|lock)|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties`,
  String.raw`composer\.(?:json|lock)|phpunit\.xml[^/]*|Gemfile(?:\.lock)?|Makefile|CMakeLists\.txt|Dockerfile|\.env[^/]*`,
];
const CONFIGURATION = new RegExp(`(?:^|/)(?:${NAMES.join('|')})$|^\\.(?:github|gitlab|circleci)/`);

/** Returns whether a file configures the build, the test runner or the dependencies. */
export function isConfiguration(path: string): boolean {
  return CONFIGURATION.test(path);
}
