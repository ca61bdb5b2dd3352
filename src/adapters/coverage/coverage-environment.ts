/** How a runner is made to leave coverage in a folder of ours, by environment and words alone. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { INSPECT_VARIABLE, nodeHook } from './node-hook.ts';
import { OUT_VARIABLE, pythonTracer } from './python-tracer.ts';

/** What is set over the user's environment, and the words that go behind the command's own first ones (`go test`). */
export type TracedCommand = {
  readonly environment: Readonly<Record<string, string>>;
  readonly addedWords: readonly string[];
};

/** How the coverage of a runner is had. */
export type Tracer = 'node' | 'node-inspector' | 'python' | 'go';

/** Runners that run scripts as they transformed them, without telling V8's own coverage how. */
const tracers: readonly (readonly [RegExp, Tracer])[] = [
  [/^(?:vitest|jest)\b/i, 'node-inspector'],
  [/^(?:node\b|mocha|jasmine|ava\b|tap\b|uvu|playwright)/i, 'node'],
  [/^(?:pytest|unittest|python|nose)/i, 'python'],
  [/^(?:go\b|gotest)/i, 'go'],
];

/** Tells how the coverage of a runner is had; nothing for a runner that leaves none by itself. */
export function tracerOf(runnerName: string): Tracer | undefined {
  return tracers.find(([names]) => names.test(runnerName))?.[1];
}

/** The name of Go's profile in the folder. */
export const GO_PROFILE = 'go-cover.out';

/**
 * Prepares a folder for the coverage of one run, and returns what the run needs. `environment` is the user's own, of
 * which variables that hold lists are kept.
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
      // Both at once would take the counts from each other.
      ...(tracer === 'node' ? { NODE_V8_COVERAGE: join(out, 'v8') } : { [INSPECT_VARIABLE]: '1' }),
    },
    addedWords: [],
  };
}
