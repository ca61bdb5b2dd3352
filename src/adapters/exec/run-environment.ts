/** The environment of a run, built from nothing: where programs are, a home of its own, and what a policy passes on. */
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
};

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
  const { names, source, home, temporary, directories } = parts;
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
    PATH: [...new Set([...directories, ...SYSTEM_PATH])].join(delimiter),
    HOME: home,
    TMPDIR: temporary,
  };
}
