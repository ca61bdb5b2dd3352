// penumbra.yaml in every state it can be found in: the program says what is wrong with it, and where.

import { expect, test } from 'vitest';
import { shell, temporaryFolder } from './penumbra.ts';

test.each([
  [
    'a misspelt setting',
    "printf 'stor: x'",
    '1:1: `stor` is not a key of penumbra.yaml (did you mean `store`?)',
  ],
  ['a syntax error', "printf 'store: [a'", '1:10: flow sequence in block collection must'],
  ['two documents', "printf 'store: a\\n---\\n'", '2:1: a second document begins here, and only one is read'],
  [
    'a name that no file has',
    `printf 'store: "sqlite:a\\\\0b"'`,
    'the store setting is not the address of a store',
  ],
])('%s', (_what, content, message) => {
  const { status, stderr } = shell(`${content} > penumbra.yaml; penumbra validate`, {
    cwd: temporaryFolder(),
  });
  expect(status).toBe(3);
  const [fault, hint] = stderr.split('\n');
  expect(fault).toContain(message);
  expect(hint).toMatch(/^hint: ./);
  expect(stderr).not.toMatch(/YAML\.|at line/);
});

test.each([
  ['a pipe', 'mkfifo', 'it is not a regular file'],
  ['a directory', 'mkdir', 'it is not a regular file'],
  ['a link to itself', 'ln -s penumbra.yaml', 'too many symbolic links encountered (ELOOP)'],
])('%s is not read', (_what, make, reason) => {
  const { status, stderr } = shell(`${make} penumbra.yaml; penumbra validate`, { cwd: temporaryFolder() });
  expect(status).toBe(3);
  expect(stderr).toContain(`penumbra.yaml cannot be read: ${reason}\nhint: `);
});
