/**
 * The contract of the store port as a list of checks, for any implementation and test runner:
 *
 *     for (const check of storeContract) test(check.name, () => check.run(async () =>
 *     openMyStore(freshPlace())));
 */

import assert from 'node:assert/strict';
import { type FaultCode, limits, type Sha256 } from '../kernel/index.ts';
import { type Batch, type Precondition, toObject } from '../ledger/index.ts';
import { concurrencyChecks, persistenceChecks } from './store-contract/concurrency.ts';
import { logChecks } from './store-contract/logs.ts';
import { maintenanceChecks } from './store-contract/maintenance.ts';
import { atomicityChecks, objectChecks } from './store-contract/objects.ts';
import { rangeChecks } from './store-contract/ranges.ts';
import { rewriteChecks } from './store-contract/rewrites.ts';
import {
  AT_MS,
  check,
  commit,
  describeStore,
  numbers,
  refuses,
  type StoreCheck,
} from './store-contract/store-check.ts';

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

/** The places of a name in a batch. */
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

/** Batches that exceed a limit; created lazily, as some are large. */
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

/** A valid part of every batch, which must not be written if the rest is invalid. */
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
const limitChecks: readonly StoreCheck[] = [
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

const present = toObject('present');
const absent = toObject('absent');
const member = { index: 'index', key: 'key', member: 'member' };
const stranger = { index: 'index', key: 'key', member: 'stranger' };

/** The state in which preconditions are checked. */
const ground: Omit<Batch, 'atMs'> = {
  puts: [present],
  appends: [
    { log: 'log', value: '"old"' },
    { log: 'log', value: '"head"' },
  ],
  adds: [member],
};

const met: Readonly<Record<string, Precondition>> = {
  'a head is its last value': { kind: 'head-is', log: 'log', value: '"head"' },
  'a log without entries has no head': { kind: 'head-is', log: 'none', value: null },
  'a head is not an earlier value': { kind: 'head-is-not', log: 'log', value: '"old"' },
  'the head of a log without entries is not a value': { kind: 'head-is-not', log: 'none', value: '"head"' },
  'a log has its length': { kind: 'log-length', log: 'log', length: 2 },
  'a log without entries has length 0': { kind: 'log-length', log: 'none', length: 0 },
  'an object is present': { kind: 'object-present', id: present.id },
  'a member is present': { kind: 'member-present', ...member },
  'a member is absent': { kind: 'member-absent', ...stranger },
};

const unmet: Readonly<Record<string, Precondition>> = {
  'a head is an earlier value': { kind: 'head-is', log: 'log', value: '"old"' },
  'a log with entries has no head': { kind: 'head-is', log: 'log', value: null },
  'a log without entries has a head': { kind: 'head-is', log: 'none', value: '"head"' },
  'a head is not its last value': { kind: 'head-is-not', log: 'log', value: '"head"' },
  'a log is shorter than it is': { kind: 'log-length', log: 'log', length: 1 },
  'a log is longer than it is': { kind: 'log-length', log: 'none', length: 1 },
  'an absent object is present': { kind: 'object-present', id: absent.id },
  'an absent member is present': { kind: 'member-present', ...stranger },
  'a present member is absent': { kind: 'member-absent', ...member },
};

const write: Omit<Batch, 'atMs'> = { appends: [{ log: 'written', value: '1' }] };

/** Checks of preconditions. */
const preconditionChecks: readonly StoreCheck[] = [
  ...Object.entries(met).map(([name, condition]) =>
    check(`writes a batch that requires that ${name}`, async (store) => {
      await commit(store, ground);
      await commit(store, { ...write, requires: [condition] });
      assert.equal((await store.head('written'))?.sequence, 1);
    }),
  ),

  ...Object.entries(unmet).map(([name, condition]) =>
    check(`does not write a batch that requires that ${name}, and says so`, async (store) => {
      await commit(store, ground);
      const outcome = await store.commit({ atMs: AT_MS, ...write, requires: [condition] });
      assert.deepEqual(outcome, { committed: false, unmet: condition });
      assert.equal(await store.head('written'), null);
    }),
  ),

  check('names the first of several unmet preconditions', async (store) => {
    await commit(store, ground);
    const [holding] = Object.values(met) as [Precondition];
    const [first, second] = Object.values(unmet) as [Precondition, Precondition];
    const outcome = await store.commit({ atMs: AT_MS, requires: [holding, second, first] });
    assert.deepEqual(outcome, { committed: false, unmet: second });
  }),

  check('judges preconditions before the batch itself is written', async (store) => {
    const requires: readonly Precondition[] = [
      { kind: 'head-is', log: 'log', value: null },
      { kind: 'log-length', log: 'log', length: 0 },
      { kind: 'member-absent', ...member },
    ];
    await commit(store, { ...ground, requires });
    const own: Precondition = { kind: 'object-present', id: absent.id };
    const outcome = await store.commit({ atMs: AT_MS, requires: [own], puts: [absent] });
    assert.deepEqual(outcome, { committed: false, unmet: own });
  }),
];

/** Checks for every store; each opens one empty store. */
export const storeContract: readonly StoreCheck[] = [
  ...objectChecks,
  ...rangeChecks,
  ...logChecks,
  ...preconditionChecks,
  ...atomicityChecks,
  ...limitChecks,
  ...concurrencyChecks,
  ...maintenanceChecks,
  ...rewriteChecks,
];

/** Checks for persistent stores; each opens the same place several times, initially empty. */
export const persistenceContract: readonly StoreCheck[] = persistenceChecks;
