/** The environment of a run, built from nothing: where programs are, a home of its own, and what a policy passes on. */
import { delimiter } from 'node:path';

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
export const SYSTEM_PATH: readonly string[] = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
];

const SET_HERE = ['PATH', 'HOME', 'TMPDIR', 'PWD'];

/** Our own settings, what makes a program load other code, and what holds a key by the look of its name. */
const NEVER_PASSED = /^PENUMBRA_|^LD_|^DYLD_|KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH(?!OR)/i;

/** Builds the environment of a run. */
export function runEnvironment(parts: EnvironmentParts): Readonly<Record<string, string>> {
  const { names, source, home, temporary, directories } = parts;
  const passed = names
    .filter((name) => !SET_HERE.includes(name) && !NEVER_PASSED.test(name))
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
