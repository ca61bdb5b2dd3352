// Where settings and keys are located, depending on the environment.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configDirectory, keysDirectory } from './config-directory.ts';

test.each<[Readonly<Record<string, string>>, string]>([
  [{ PENUMBRA_CONFIG_DIR: '/own', XDG_CONFIG_HOME: '/shared', HOME: '/me' }, '/own'],
  [{ PENUMBRA_CONFIG_DIR: '', XDG_CONFIG_HOME: '/shared', HOME: '/me' }, '/shared/penumbra'],
  [{ XDG_CONFIG_HOME: 'relative', HOME: '/me' }, '/me/.config/penumbra'],
  [{ XDG_CONFIG_HOME: '', HOME: '/me' }, '/me/.config/penumbra'],
  [{}, join(homedir(), '.config/penumbra')],
])('of %j is %s', (environment, directory) => {
  expect(configDirectory(environment)).toBe(directory);
  expect(keysDirectory(environment)).toBe(join(directory, 'keys'));
});

test.each<Readonly<Record<string, string>>>([
  { PENUMBRA_CONFIG_DIR: 'relative' },
  { PENUMBRA_CONFIG_DIR: '/a\0b' },
  { HOME: 'relative' },
])('of %j is nowhere', (environment) => {
  expect(() => configDirectory(environment)).toThrow(
    expect.objectContaining({
      code: 'invalid-configuration',
      hint: expect.stringContaining('PENUMBRA_CONFIG_DIR'),
    }),
  );
});
