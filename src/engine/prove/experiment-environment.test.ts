/** That an environment is led to a state, and nothing of the user's gets lost in it. */
import { expect, test } from 'vitest';
import { moveEnvironment, movePaths, overlayEnvironment } from './experiment-environment.ts';

test.each([
  ['/home/u/app', '/tmp/slot'],
  ['/home/u/app/bin:/usr/bin', '/tmp/slot/bin:/usr/bin'],
  ['/home/u/app-tools/bin:/home/u/app/bin', '/home/u/app-tools/bin:/tmp/slot/bin'],
  ['/home/u/app.old', '/home/u/app.old'],
  ['--config=/home/u/app', '--config=/tmp/slot'],
])('%s is led to %s', (text, moved) => {
  expect(movePaths(text, '/home/u/app', '/tmp/slot')).toBe(moved);
});

test('what leads git to the repository of the user stays away', () => {
  const environment = { GIT_DIR: '/home/u/app/.git', GIT_AUTHOR_NAME: 'a', PATH: '/bin', NONE: undefined };
  expect(moveEnvironment(environment, (text) => text)).toEqual({ GIT_AUTHOR_NAME: 'a', PATH: '/bin' });
});

test('options for Node are added to those of the user', () => {
  expect(overlayEnvironment({ NODE_OPTIONS: '--a', X: '1' }, { NODE_OPTIONS: '--b', X: '2' })).toEqual({
    NODE_OPTIONS: '--a --b',
    X: '2',
  });
  expect(overlayEnvironment({ X: '1' }, {})).toEqual({ X: '1' });
});
