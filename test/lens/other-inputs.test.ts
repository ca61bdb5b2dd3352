// What a working set and a pack depend on: any other input gives another hash, and the same one the same.
import { expect, test } from 'vitest';
import { compilePromptPack, type PackOptions, packKey } from '../../src/disclosure/lens/index.ts';
import {
  compileWorkingSet,
  type Oracle,
  type PolicyDraft,
  type StoryCursor,
} from '../../src/disclosure/oracle/index.ts';
import { tellStory } from './sample-story.ts';
import { cursor, policy } from './sample-world.ts';

type Inputs = {
  readonly at?: Partial<StoryCursor>;
  readonly under?: PolicyDraft;
  readonly tell?: (oracle: Oracle) => Promise<unknown>;
  readonly options?: Partial<PackOptions>;
};

/** Compiles from scratch and returns the hashes of working set and pack, and the key of the compilation. */
async function hashesOf({ at, under, tell, options }: Inputs) {
  const oracle = await tellStory();
  await tell?.(oracle);
  const set = await compileWorkingSet(oracle, { ...cursor, ...at }, { ...policy, ...under });
  const complete = { consumer: 'keeper', guard: set.guard, ...options };
  const { pack, envelope } = compilePromptPack(set, complete);
  return { set: set.hash, pack: pack.hash, key: packKey(envelope, complete) };
}

const plain = await hashesOf({});
const consumers = policy.maskMatrix?.consumers ?? {};

test.each<[string, Inputs]>([
  ['world', { at: { world: 'other' } }],
  ['campaign', { at: { campaign: 'other' } }],
  ['scene', { at: { scene: 'other' } }],
  ['session', { at: { session: 'other' } }],
  ['mode', { at: { mode: 'REVIEW' } }],
  ['mask matrix', { under: { maskMatrix: { version: 2, consumers } } }],
  ['ordering', { under: { ordering: { kinds: ['rumour'] } } }],
  ['truncation', { under: { truncation: { overflow: 'skip' } } }],
  ['budget', { under: { budget: { tokens: 15_999 } } }],
  ['compaction policy', { under: { compaction: { maximum_items: 99 } } }],
  ['value of a pin', { under: { pins: { stall: 4, hash: 'sha256' } } }],
  ['type of a pin', { under: { pins: { stall: '3', hash: 'sha256' } } }],
  ['set of pins', { under: { pins: { stall: 3 } } }],
  ['task', { under: { directives: { output_class: { type: 'json' } } } }],
  ['unlock', { tell: (oracle) => oracle.unlock(openRule) }],
  ['fact', { tell: (oracle) => oracle.appendFact(newFact) }],
])('LENS-DET-1: another %s gives another working set and another pack', async (_input, inputs) => {
  const other = await hashesOf(inputs);
  expect(other.set).not.toBe(plain.set);
  expect(other.pack).not.toBe(plain.pack);
  expect(other.key).not.toBe(plain.key);
});

test.each<[string, Partial<PackOptions>]>([
  ['consumer', { consumer: 'narrator' }],
  ['style', { style: { tone: 'dry' } }],
  ['beat', { beat: { beat_type: 'payoff' } }],
  ['foreground', { beat: { foreground: [1] } }],
])('LENS-DET-1: another %s gives another pack from the same working set', async (_input, options) => {
  const other = await hashesOf({ options });
  expect(other.set).toBe(plain.set);
  expect(other.pack).not.toBe(plain.pack);
  expect(other.key).not.toBe(plain.key);
});

test.each<[string, Inputs]>([
  ['the same', {}],
  ['the same cursor and policy, spelt in another order', { at: turned(cursor), under: turned(policy) }],
  ['a tier that is not higher', { tell: (oracle) => oracle.raiseTier({ ...known, tier: 'HEARD_OF' }) }],
  ['an unlock of another scene', { tell: (oracle) => oracle.unlock({ ...openRule, scopeId: 'elsewhere' }) }],
])('LENS-DET-2: %s gives the same hashes', async (_input, inputs) => {
  expect(await hashesOf(inputs)).toEqual(plain);
});

const openRule = {
  handle: 'rule_ref:climbing',
  scope: 'scene',
  scopeId: cursor.scene,
  source: 'ada',
  event: 'event-9',
} as const;

const newFact = {
  kind: 'clue',
  payload: { text: 'a door behind the door' },
  provenance: { source: 'scribe', eventIds: [], ruleRefs: [] },
  visibility: 'public',
  precision: 'unlocked',
} as const;

const known = { consumer: 'player', entity: 'wyrm' };

/** Returns a record with its keys in the other order. */
function turned<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).toReversed()) as Value;
}
