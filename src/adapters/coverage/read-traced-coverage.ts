/**
 * Reads what a traced run left in its folder. A tracer sees the files that were loaded; the others are
 * reported as not run if the tracer saw every process: each ended by itself, and none was started that could
 * run code unseen.
 */
import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  type Coverage,
  coverageLimits,
  placeCoverage,
  readCoverage,
  withIdleFiles,
} from '../../rca/index.ts';
import { INSPECT_VARIABLE, nodeHook } from './node-hook.ts';
import { OUT_VARIABLE, pythonTracer } from './python-tracer.ts';

const SOURCES: Readonly<Record<Tracer, RegExp>> = {
  node: /(?<!\.d)\.[cm]?[jt]sx?$/,
  'node-inspector': /(?<!\.d)\.[cm]?[jt]sx?$/,
  python: /\.py$/,
  go: /\.go$/,
};
const MOST_FILES = 50_000;
const LARGEST_SOURCE = 2 * 1024 * 1024;
const OTHERS = /^(?:\..*|node_modules|__pycache__|site-packages|dist-packages|venv|env|bower_components)$/;
/** Build output: running it runs the sources it was made from, and only a source map reveals which. */
const BUILT = /(?:^|\/)(?:dist|build|out|compiled|esm|cjs|target)\//;
/** Programs that run no code of a project, and those that are traced themselves. */
const HARMLESS =
  /^(?:git|hg|svn|esbuild|watchman|uname|file|ldconfig|lsb_release|lscpu|sysctl|gcc|cc|which|ps|tput|stty|node(?:\.exe)?|python[\d.]*(?:\.exe)?)$/;

/** Reads the coverage of a run traced with `coverageEnvironment`; empty if there is none. */
export function readTracedCoverage(runnerName: string, out: string, root: string): Coverage {
  const tracer = tracerOf(runnerName);
  if (tracer === undefined) return new Map();
  const paths = sourcesIn(root, SOURCES[tracer]);
  const read = (path: string) => readSource(join(root, path));
  const texts = documentsOf(tracer, out);
  const documents = texts.flatMap((text) => {
    const document = readCoverage(text);
    return 'files' in document ? [document.files] : [];
  });
  // Go packages are named by module, everything else by location.
  const roots = tracer === 'go' ? {} : { roots: [...new Set([root, realpathSync(root)])] };
  const { coverage } = placeCoverage(documents, { paths, read, ...roots });
  const isWhole = documents.length === texts.length && sawEverything(tracer, out, texts);
  if (!isWhole || /^playwright/i.test(runnerName) || [...coverage.keys()].some((path) => BUILT.test(path)))
    return coverage;
  return withIdleFiles(coverage, { paths: paths.filter((path) => !BUILT.test(path)), read });
}

function documentsOf(tracer: Tracer, out: string): readonly string[] {
  const patterns: Readonly<Record<Tracer, string>> = {
    node: 'v8/*.json',
    'node-inspector': 'coverage-*.json',
    python: 'python-*.json',
    go: GO_PROFILE,
  };
  return globSync(patterns[tracer], { cwd: out })
    .sort()
    .slice(0, coverageLimits.documents)
    .filter((name) => statSync(join(out, name)).size <= coverageLimits.documentBytes)
    .map((name) => readFileSync(join(out, name), 'utf8'));
}

function sawEverything(tracer: Tracer, out: string, texts: readonly string[]): boolean {
  // A Go file that only contains declarations is in no profile, whether it was linked or not.
  if (tracer === 'go' || texts.length === 0) return false;
  const notes = tracer === 'python' ? texts : endsOf(out);
  return notes?.every(isHarmless) ?? false;
}

/** The notes that processes wrote when they ended, or null if one that started wrote none. */
function endsOf(out: string): readonly string[] | null {
  const names = readdirSync(out);
  const ends = new Set(names.filter((name) => name.startsWith('ended-')));
  const starts = names.filter((name) => name.startsWith('started-'));
  const hasEnded = (name: string) => ends.has(name.replace('started', 'ended'));
  if (starts.length === 0 || !starts.every(hasEnded)) return null;
  return [...ends].map((name) => readFileSync(join(out, name), 'utf8'));
}

function isHarmless(note: string): boolean {
  try {
    const { done = true, spawned } = JSON.parse(note);
    return done === true && Array.isArray(spawned) && spawned.every((name) => HARMLESS.test(String(name)));
  } catch {
    return false;
  }
}

function sourcesIn(root: string, names: RegExp): readonly string[] {
  const found: string[] = [];
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (found.length >= MOST_FILES || OTHERS.test(entry.name)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() && names.test(entry.name)) found.push(path);
    }
  };
  visit('');
  return found.sort();
}

function readSource(file: string): string | undefined {
  try {
    return statSync(file).size > LARGEST_SOURCE ? undefined : readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Variables to add to the user's environment, and words to insert after the command's first ones (`go test`).
 */
type TracedCommand = {
  readonly environment: Readonly<Record<string, string>>;
  readonly addedWords: readonly string[];
};

/** How the coverage of a runner is collected. */
type Tracer = 'node' | 'node-inspector' | 'python' | 'go';

/** Runners that transform scripts before running them, without telling V8's own coverage how. */
const tracers: readonly (readonly [RegExp, Tracer])[] = [
  [/^(?:vitest|jest)\b/i, 'node-inspector'],
  [/^(?:node\b|mocha|jasmine|ava\b|tap\b|uvu|playwright)/i, 'node'],
  [/^(?:pytest|unittest|python|nose)/i, 'python'],
  [/^(?:go\b|gotest)/i, 'go'],
];

/** Returns how the coverage of a runner is collected; undefined if it is not. */
export function tracerOf(runnerName: string): Tracer | undefined {
  return tracers.find(([names]) => names.test(runnerName))?.[1];
}

/** The name of Go's profile in the folder. */
const GO_PROFILE = 'go-cover.out';

/**
 * Prepares a folder for the coverage of one run, and returns what the run needs. `environment` is the user's
 * own; the values of its list variables are kept.
 *
 * @example
 * const { environment, addedWords } = coverageEnvironment('pytest', '/tmp/out', process.env);
 */
export function coverageEnvironment(
  runnerName: string,
  out: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): TracedCommand {
  const tracer = tracerOf(runnerName);
  if (tracer === undefined) return { environment: {}, addedWords: [] };
  const { PYTHONPATH = '', NODE_OPTIONS = '' } = environment;
  const hooks = join(out, 'hooks');
  mkdirSync(hooks, { recursive: true });
  if (tracer === 'go')
    return { environment: {}, addedWords: [`-coverprofile=${join(out, GO_PROFILE)}`, '-coverpkg=./...'] };
  if (tracer === 'python') {
    writeFileSync(join(hooks, 'sitecustomize.py'), pythonTracer);
    const path = [hooks, PYTHONPATH].filter((part) => part !== '').join(delimiter);
    return { environment: { PYTHONPATH: path, [OUT_VARIABLE]: out }, addedWords: [] };
  }
  const hook = join(hooks, 'hook.cjs');
  writeFileSync(hook, nodeHook);
  const options = [NODE_OPTIONS, `--require ${JSON.stringify(hook)}`];
  return {
    environment: {
      NODE_OPTIONS: options.filter((part) => part !== '').join(' '),
      [OUT_VARIABLE]: out,
      // Using both would make them interfere with each other's counts.
      ...(tracer === 'node' ? { NODE_V8_COVERAGE: join(out, 'v8') } : { [INSPECT_VARIABLE]: '1' }),
    },
    addedWords: [],
  };
}
