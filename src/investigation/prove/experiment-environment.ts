/**
 * The environment that experiments run in: the user's own, redirected to the state, and a digest of it for
 * the record.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type CanonicalValue, sha256, taggedHash } from '../../kernel/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that hold paths, which are redirected to the state. */
const MOVING = ['PATH', 'PYTHONPATH', 'NODE_PATH', 'CLASSPATH', 'GOPATH', 'VIRTUAL_ENV', 'INIT_CWD'];
/** Variables that vary between shells and do not affect tests. */
const PASSING =
  /^(_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|TERM.*|SSH_.*|WINDOWID|DISPLAY|XDG_SESSION.*|npm_.*|PENUMBRA_.*|TMPDIR|NO_COLOR|FORCE_COLOR)$/;

/** Variables that point git at a repository: a test that calls git means the one it runs in. */
const OF_GIT =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|PREFIX|NAMESPACE)$/;

/**
 * Replaces paths under one directory with paths under another; a path that merely shares a prefix is
 * unchanged.
 */
export function movePaths(text: string, from: string, to: string): string {
  return text.split(from).reduce((moved, part) => `${moved}${/^[\w.-]/.test(part) ? from : to}${part}`);
}

/**
 * Returns the environment of a run on a state, with paths into the user's work tree redirected to the state.
 */
export function moveEnvironment(
  environment: Environment,
  moved: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || OF_GIT.test(name) ? [] : [[name, MOVING.includes(name) ? moved(value) : value]],
    ),
  );
}

type Settings = Readonly<Record<string, string>>;

/** Applies settings on top of an environment; options for Node are appended to the existing ones. */
export function overlayEnvironment(environment: Settings, settings: Settings): Settings {
  const options = [environment.NODE_OPTIONS, settings.NODE_OPTIONS].filter((text) => text !== undefined);
  return { ...environment, ...settings, ...(options.length > 0 && { NODE_OPTIONS: options.join(' ') }) };
}

/** Returns a digest that differs between environments in which tests may end differently. */
export function digestEnvironment(environment: Environment, others: CanonicalValue): string {
  const variables = Object.entries(environment)
    .filter(([name, value]) => value !== undefined && !PASSING.test(name))
    .map(([name, value]) => [name, sha256(value ?? '')])
    .sort(([left = ''], [right = '']) => (left < right ? -1 : 1));
  return taggedHash('penumbra/experiment-environment/1', { variables, others });
}

/** Returns a stamp that changes when installed packages change, without reading them. */
export function stampOf(path: string): string {
  const stats = ['', '.package-lock.json', 'pyvenv.cfg'].map((name) =>
    statSync(join(path, name), { throwIfNoEntry: false }),
  );
  return stats.map((stat) => (stat === undefined ? '' : String(stat.mtimeMs))).join(' ');
}
