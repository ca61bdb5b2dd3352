/** The state of a session: valid parts are used, and the others count as absent. */
import { describe, expect, test } from 'vitest';
import { readSession, requireSession, type Session } from './read-session.ts';

const sound: Session = { id: 'a', mode: () => 'forge', mods: [], contract: () => null };
const broken = (): never => {
  throw new Error('no answer');
};

describe('a session', () => {
  test.each<[string, unknown]>([
    ['no id', { ...sound, id: undefined }],
    ['a number for an id', { ...sound, id: 7 }],
    ['an id without an end', { ...sound, id: 'x'.repeat(201) }],
    ['half a character for an id', { ...sound, id: '\ud800' }],
    ['no mode', { ...sound, mode: undefined }],
    ['no contract', { ...sound, contract: undefined }],
    ['no registry', { ...sound, mods: undefined }],
    ['nothing', undefined],
  ])('with %s is refused', (_what, session) => {
    expect(() => requireSession(session as Session)).toThrow(
      expect.objectContaining({ code: 'invalid-configuration' }),
    );
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a number', 7],
    ['a promise', Promise.resolve('forge')],
    ['an empty text', ''],
    ['half a character', '\ud800'],
  ])('whose mode is %s has none', (_what, mode) => {
    expect(readSession({ ...sound, mode: () => mode as string }).mode).toBe(null);
  });

  const scope = { root: 'repo', operations: ['WRITE'], targets: ['a'] };
  test.each<[string, unknown]>([
    ['a text', 'contract'],
    ['a promise', Promise.resolve(scope)],
    ['a list', [scope]],
    ['without a root', { ...scope, root: undefined }],
    ['of a number for a root', { ...scope, root: 7 }],
    ['of an unknown operation', { ...scope, operations: ['EXEC'] }],
    ['of operations that are none', { ...scope, operations: { includes: () => true } }],
    ['of a number for a target', { ...scope, targets: [7] }],
    ['of half a character for a target', { ...scope, targets: ['\ud800'] }],
    ['of a list that is none', { ...scope, targets: { some: () => true } }],
    ['of a function among its targets', { ...scope, targets: ['a', () => true] }],
    ['with a number for an id', { ...scope, id: 7 }],
    ['with an object for an id', { ...scope, id: { toString: () => 'x' } }],
    ['with an id without an end', { ...scope, id: 'x'.repeat(201) }],
    ['with half a character for an id', { ...scope, id: '\ud800' }],
  ])('whose contract is %s has none', (_what, contract) => {
    expect(readSession({ ...sound, contract: () => contract as never }).contract).toBe(null);
  });

  test('whose contract says more is taken for its scope alone, each field asked for once', () => {
    let asked = 0;
    const contract = {
      ...scope,
      id: 'c',
      score: 0.5,
      close: () => undefined,
      get root() {
        return asked++ === 0 ? 'repo' : 'elsewhere';
      },
    };
    expect(readSession({ ...sound, contract: () => contract as never }).contract).toEqual({
      ...scope,
      id: 'c',
    });
  });

  test('that throws says nothing', () => {
    const session = { ...sound, mode: broken, role: broken, masks: broken, contract: broken };
    expect(readSession(session)).toEqual({ mode: null, role: null, masks: [], contract: null });
  });

  test('is asked for its contract by the mode it has just named, and for nothing twice', () => {
    const asked: string[] = [];
    const session = {
      ...sound,
      mode: () => {
        asked.push('mode');
        return asked.length === 1 ? 'forge' : 'run';
      },
      contract: (mode: string | null) => {
        asked.push(`contract in ${mode}`);
        return null;
      },
    };
    expect(readSession(session).mode).toBe('forge');
    expect(asked).toEqual(['mode', 'contract in forge']);
  });

  test('is read as it stands, and what it changes later changes nothing', () => {
    const targets = ['a'];
    const contract = { root: 'repo', operations: ['WRITE'], targets } as const;
    const said = readSession({
      ...sound,
      role: () => 'reader',
      masks: () => ['key'],
      contract: () => contract,
    });
    targets.push('**');
    expect(said).toEqual({
      mode: 'forge',
      role: 'reader',
      masks: ['key'],
      contract: { root: 'repo', operations: ['WRITE'], targets: ['a'] },
    });
  });
});
