/** Preconditions: each kind both ways, judged on the store as it was before the batch. */
import assert from 'node:assert/strict';
import { type Batch, type Precondition, toObject } from '../../ledger/index.ts';
import { AT_MS, check, commit, type StoreCheck } from './store-check.ts';

const present = toObject('present');
const absent = toObject('absent');
const member = { index: 'index', key: 'key', member: 'member' };
const stranger = { index: 'index', key: 'key', member: 'stranger' };

/** What the preconditions below are judged on. */
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

/** Checks what is promised of preconditions. */
export const preconditionChecks: readonly StoreCheck[] = [
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
