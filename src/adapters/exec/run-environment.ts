/**
 * The environment of a run, built from scratch: where programs are, a home of its own, the variables a policy
 * passes on, and settings that keep programs from loading code in their working directory.
 */
import { delimiter } from 'node:path';
import { withheldBecause } from '../../guard/index.ts';

/** The inputs of an environment. */
export type EnvironmentParts = {
  /** The names of variables to pass on, if set. */
  readonly names: readonly string[];
  readonly source: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly temporary: string;
  /** The directories of the program and its parts; searched before the system's own. */
  readonly directories: readonly string[];
  /** Whether the program may load code from its working directory. */
  readonly loadsCode: boolean;
  /**
   * Whether it is git itself, which never starts anything that a repository names, even if code may be
   * loaded.
   */
  readonly isGit: boolean;
};

/**
 * Git settings, which take precedence over those of a repository. A directory that looks like a bare
 * repository is not treated as one, and no repository can start a monitor, hook or pager.
 */
const GIT_SETTINGS = [
  ['safe.bareRepository', 'explicit'],
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
] as const;

const leaveRepository: Readonly<Record<string, string>> = {
  GIT_CONFIG_COUNT: String(GIT_SETTINGS.length),
  ...Object.fromEntries(
    GIT_SETTINGS.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
};

/** Since Python 3.11; earlier versions have no such setting. */
const leaveModules: Readonly<Record<string, string>> = { PYTHONSAFEPATH: '1' };

/** The system's directories of programs. */
const SYSTEM_PATH: readonly string[] = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
];

/** Builds the environment of a run. */
export function runEnvironment(parts: EnvironmentParts): Readonly<Record<string, string>> {
  const { names, source, home, temporary, directories, loadsCode, isGit } = parts;
  const passed = names
    .filter((name) => withheldBecause(name) === null)
    .flatMap((name) => {
      const value = Object.hasOwn(source, name) ? source[name] : undefined;
      return value === undefined ? [] : [[name, value] as const];
    });
  return {
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    ...Object.fromEntries(passed),
    ...(loadsCode ? {} : leaveModules),
    ...(loadsCode && !isGit ? {} : leaveRepository),
    PATH: [...new Set([...directories, ...SYSTEM_PATH])].join(delimiter),
    HOME: home,
    TMPDIR: temporary,
  };
}
