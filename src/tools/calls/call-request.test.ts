/** Requests in plain form: whatever was sent, the texts are strings, and each field is read once. */
import { expect, test } from 'vitest';
import { plainRequest } from './call-request.ts';

const throwing = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new Error('no keys');
    },
  },
);

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a text', 'file read'],
  ['what cannot be read', throwing],
])('%s is a request without names', (_what, given) => {
  expect(plainRequest(given)).toMatchObject({
    tool: '',
    command: '',
    address: '',
    nameFault: expect.any(String),
  });
});

test.each(['/srv/roots/main', 'read /srv', 'C:\\roots'])(
  '%s is no name, for it looks like a place of the host',
  (path) => {
    const request = { tool: path, command: path, address: 'root:repo', traceId: path };
    expect(plainRequest(request)).toMatchObject({ tool: '', command: '', traceId: '' });
    expect(plainRequest({ tool: 'notes/read', command: 'a-/b', address: '', traceId: 'ci/7' })).toMatchObject(
      {
        tool: 'notes/read',
        command: 'a-/b',
        traceId: 'ci/7',
      },
    );
  },
);

test('a field that answers differently each time is asked for once', () => {
  let asked = 0;
  const request = {
    command: 'read',
    address: 'root:repo',
    get tool() {
      asked++;
      return `file${asked}`;
    },
  };
  expect([plainRequest(request).tool, asked]).toEqual(['file1', 1]);
});
