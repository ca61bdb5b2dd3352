/** Limits and names: what is too large or misnamed is refused, and nothing is changed. */
import assert from 'node:assert/strict';
import { type FaultCode, limits, type Sha256 } from '../../kernel/index.ts';
import { type Batch, toObject } from '../../ledger/index.ts';
import { describeStore } from './describe-store.ts';
import { AT_MS, check, commit, numbers, refuses, type StoreCheck } from './store-check.ts';

const longestName = 'n'.repeat(limits.nameLength);

const hostileNames: Readonly<Record<string, string>> = {
  'that is empty': '',
  'with a space': 'a b',
  'with a line end': 'a\n',
  'with a control character': 'a\u0000b',
  'with a delete character': 'a\u007f',
  'beyond ASCII': 'caf\u00e9',
  'with a lone surrogate': 'a\ud800',
  'of 256 characters': `${longestName}n`,
};

/** Where a name can stand in a batch. */
const placesOfNames: Readonly<Record<string, (name: string) => Omit<Batch, 'atMs'>>> = {
  log: (name) => ({ appends: [{ log: name, value: '1' }] }),
  index: (name) => ({ adds: [{ index: name, key: 'key', member: 'member' }] }),
  key: (name) => ({ adds: [{ index: 'index', key: name, member: 'member' }] }),
  member: (name) => ({ adds: [{ index: 'index', key: 'key', member: name }] }),
  'condition on a log': (name) => ({ requires: [{ kind: 'log-length', log: name, length: 0 }] }),
  'condition on a member': (name) => ({
    requires: [{ kind: 'member-absent', index: 'index', key: 'key', member: name }],
  }),
};

/** Batches beyond a limit; made when needed, as some are large. */
const oversized: Readonly<Record<string, [FaultCode, () => Omit<Batch, 'atMs'>]>> = {
  'an object above its limit': [
    'limit-exceeded',
    () => ({ puts: [toObject(new Uint8Array(limits.objectBytes + 1))] }),
  ],
  'more object bytes than a batch may have': [
    'limit-exceeded',
    () => {
      const object = toObject(new Uint8Array(limits.objectBytes));
      return { puts: numbers(Math.floor(limits.batchBytes / limits.objectBytes) + 1).map(() => object) };
    },
  ],
  'more operations than a batch may have': [
    'limit-exceeded',
    () => ({ appends: numbers(limits.batchOperations + 1).map(() => ({ log: 'log', value: '1' })) }),
  ],
  'a log value above its limit': [
    'limit-exceeded',
    () => ({ appends: [{ log: 'log', value: '1'.repeat(limits.logValueBytes + 1) }] }),
  ],
  'an empty log value': ['not-canonical', () => ({ appends: [{ log: 'log', value: '' }] })],
  'a log value beyond ASCII': ['not-canonical', () => ({ appends: [{ log: 'log', value: '"\u00e9"' }] })],
  'a condition on what is not an object id': [
    'invalid-id',
    () => ({ requires: [{ kind: 'object-present', id: 'abc' as Sha256 }] }),
  ],
};

/** Something good in every batch, which must not be written with the rest. */
const good = { log: 'good', value: '1' };

function refusal(what: string, code: FaultCode, makeBatch: () => Omit<Batch, 'atMs'>): StoreCheck {
  return check(`refuses ${what} and changes nothing`, async (store) => {
    const before = await describeStore(store);
    const batch = makeBatch();
    await refuses(code, () =>
      store.commit({ atMs: AT_MS, ...batch, appends: [good, ...(batch.appends ?? [])] }),
    );
    assert.deepEqual(await describeStore(store), before);
  });
}

/** Checks that limits and names are enforced. */
export const limitChecks: readonly StoreCheck[] = [
  ...Object.entries(oversized).map(([what, [code, makeBatch]]) => refusal(what, code, makeBatch)),

  ...Object.entries(placesOfNames).flatMap(([place, makeBatch]) =>
    Object.entries(hostileNames).map(([how, name]) =>
      refusal(`the name of a ${place} ${how}`, 'invalid-name', () => makeBatch(name)),
    ),
  ),

  check('takes names and values up to their limits', async (store) => {
    const value = '1'.repeat(limits.logValueBytes);
    const entry = { index: longestName, key: longestName, member: longestName };
    await commit(store, { appends: [{ log: longestName, value }], adds: [entry] });
    assert.equal((await store.head(longestName))?.value, value);
    assert.deepEqual(await store.listIndexEntries({}), [entry]);
  }),
];
