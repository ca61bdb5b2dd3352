/** An environment is redirected to a state without losing anything of the user's. */
import { expect, test } from 'vitest';
import { moveEnvironment, movePaths, overlayEnvironment } from './experiment-environment.ts';

test.each([
  ['/data/u/app', '/scratch/slot'],
  ['/data/u/app/bin:/usr/bin', '/scratch/slot/bin:/usr/bin'],
  ['/data/u/app-tools/bin:/data/u/app/bin', '/data/u/app-tools/bin:/scratch/slot/bin'],
  ['/data/u/app.old', '/data/u/app.old'],
  ['--config=/data/u/app', '--config=/scratch/slot'],
])('%s is led to %s', (text, moved) => {
  expect(movePaths(text, '/data/u/app', '/scratch/slot')).toBe(moved);
});

test('what leads git to the repository of the user stays away', () => {
  const environment = { GIT_DIR: '/data/u/app/.git', GIT_AUTHOR_NAME: 'a', PATH: '/bin', NONE: undefined };
  expect(moveEnvironment(environment, (text) => text)).toEqual({ GIT_AUTHOR_NAME: 'a', PATH: '/bin' });
});

test('options for Node are added to those of the user', () => {
  expect(overlayEnvironment({ NODE_OPTIONS: '--a', X: '1' }, { NODE_OPTIONS: '--b', X: '2' })).toEqual({
    NODE_OPTIONS: '--a --b',
    X: '2',
  });
  expect(overlayEnvironment({ X: '1' }, {})).toEqual({ X: '1' });
});
