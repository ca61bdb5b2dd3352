// Which settings are store addresses, and that no error shows a password.
import { expect, test } from 'vitest';
import { storeAddress } from './open-ledger.ts';

test.each([
  [null, { kind: 'sqlite', file: '/workspace/.penumbra/ledger.db' }],
  ['sqlite:a.db', { kind: 'sqlite', file: '/workspace/a.db' }],
  ['sqlite:/else/ann@work/a b.db', { kind: 'sqlite', file: '/else/ann@work/a b.db' }],
  ['sqlite:/else/a.db', { kind: 'sqlite', file: '/else/a.db' }],
  ['postgres://host/base', { kind: 'postgres', url: 'postgres://host/base' }],
  ['postgresql://host/base', { kind: 'postgres', url: 'postgresql://host/base' }],
])('%s is an address', (setting, address) => expect(storeAddress(setting, '/workspace')).toEqual(address));

test.each([
  ['', '``'],
  ['sqlite:', '`sqlite:`'],
  ['a.db', '`a.db`'],
  ['sqlite:a\0b', 'the store setting'],
  ['postgres://a\0b', 'the store setting'],
  ['postgre://who:secret@host/base', 'the store setting'],
  ['mysql://who:p@ss/word@host/base', 'the store setting'],
  ['postgres:u:PASSW@h/x', 'the store setting'],
  ['u:PASSW@h/x', 'the store setting'],
  ['postgres:/u:PASSW@h', 'the store setting'],
  ['host=127.0.0.1 password=PASSW', 'the store setting'],
  ['jdbc:postgresql://h/x?user=a&password=PASSW', 'the store setting'],
  ['redis://h/x?password=PASSW', 'the store setting'],
  ['sqlite:postgres://u:PASSW@h/x', 'the store setting'],
  ['sqlite:u:PASSW@h/x', 'the store setting'],
  ['sqlite:/u:PASSW@h', 'the store setting'],
  ['sqlite:host=h password=PASSW', 'the store setting'],
])('%j is none', (setting, shown) => {
  const refusal = {
    code: 'invalid-configuration',
    message: `${shown} is not the address of a store`,
  };
  expect(() => storeAddress(setting, '/workspace')).toThrow(expect.objectContaining(refusal));
});
