// Which settings are store addresses, and that no error shows a password.
import { expect, test } from 'vitest';
import { storeAddress } from './open-ledger.ts';

test.each([
  [null, { kind: 'sqlite', file: '/workspace/.penumbra/ledger.db' }],
  ['sqlite:a.db', { kind: 'sqlite', file: '/workspace/a.db' }],
  ['sqlite:/else/a.db', { kind: 'sqlite', file: '/else/a.db' }],
  ['postgres://host/base', { kind: 'postgres', url: 'postgres://host/base' }],
  ['postgresql://host/base', { kind: 'postgres', url: 'postgresql://host/base' }],
])('%s is an address', (setting, address) => expect(storeAddress(setting, '/workspace')).toEqual(address));

test.each([
  ['', '``'],
  ['sqlite:', '`sqlite:`'],
  ['a.db', '`a.db`'],
  ['sqlite:a\0b', '`sqlite:a\\u0000b`'],
  ['postgres://a\0b', '`postgres://a\\u0000b`'],
  ['postgre://who:secret@host/base', '`postgre://…@host/base`'],
  ['mysql://who:p@ss/word@host/base', '`mysql://…@host/base`'],
])('%j is none', (setting, shown) => {
  const refusal = {
    code: 'invalid-configuration',
    message: expect.stringContaining(`${shown} is not the address of a store`),
  };
  expect(() => storeAddress(setting, '/workspace')).toThrow(expect.objectContaining(refusal));
});
