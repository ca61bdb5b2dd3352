/**
 * The environment of a run, built from nothing: where programs are, a home of its own, what a policy passes on, and
 * settings by which programs leave alone the code that lies where they run.
 */
import { delimiter } from 'node:path';
import { withheldBecause } from '../../guard/index.ts';

/** What an environment is made of. */
export type EnvironmentParts = {
  /** The names that are passed on, as far as they are set. */
  readonly names: readonly string[];
  readonly source: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly temporary: string;
  /** Where the program and what belongs to it lie; looked through before the system's own. */
  readonly directories: readonly string[];
  /** Whether the program may load code from where it runs. */
  readonly loadsCode: boolean;
  /** Whether it is git itself, which starts nothing that a repository names, even where code may be loaded. */
  readonly isGit: boolean;
};

/**
 * What git is told in its own words; settings of a repository come after these. A directory that looks like a bare
 * repository is not taken for one, and neither a monitor nor a hook nor a pager of any repository is started.
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

/** Since Python 3.11; before, there is no such setting. */
const leaveModules: Readonly<Record<string, string>> = { PYTHONSAFEPATH: '1' };

/** The directories of programs that belong to the system. */
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
