/** Files that configure the build, the runner or the dependencies, so that every test depends on them. */

const NAMES = [
  String.raw`package(?:-lock)?\.json|yarn\.lock|pnpm-lock\.yaml|[jt]sconfig[^/]*\.json|[^/]+\.config\.\w+`,
  String.raw`\.(?:mocha|babel|nyc|swc|tap|npm|eslint)rc[^/]*|\.taprc|babel\.config\.\w+`,
  String.raw`pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|pytest\.ini|requirements[^/]*\.txt|Pipfile(?:\.lock)?|poetry\.lock|uv\.lock`,
  String.raw`go\.(?:mod|sum|work)|Cargo\.(?:toml|lock)|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties`,
  String.raw`composer\.(?:json|lock)|phpunit\.xml[^/]*|Gemfile(?:\.lock)?|Makefile|CMakeLists\.txt|Dockerfile|\.env[^/]*`,
];
const CONFIGURATION = new RegExp(`(?:^|/)(?:${NAMES.join('|')})$|^\\.(?:github|gitlab|circleci)/`);

/** Tells whether a file configures the build, the runner or the dependencies. */
export function isConfiguration(path: string): boolean {
  return CONFIGURATION.test(path);
}
