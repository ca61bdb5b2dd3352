// A story that uses all an oracle knows: facts of every kind and visibility, locks, gists, tiers, unlocks, vocabulary, a
// promotion and a compaction. Tests of determinism tell it on several stores and in several orders.

import {
  createOracle,
  type FactDraft,
  type KindDraft,
  type Oracle,
} from '../../src/disclosure/oracle/index.ts';
import type { Store } from '../../src/ledger/index.ts';
import { cursor, fact, secret } from './sample-world.ts';

/** The kinds of the story. */
export const storyKinds: readonly KindDraft[] = [
  { kind: 'clue' },
  { kind: 'place' },
  { kind: 'creature' },
  { kind: 'rumour', recall: true },
  { kind: 'weather', slice: 'state' },
];

/** The facts of the story. */
export const storyFacts: readonly FactDraft[] = [
  fact({ text: 'the gate stands open' }),
  fact({ text: 'İstanbul, ırmak, I and i' }),
  fact({ text: 'ash on the stairs' }, { kind: 'rumour', synthesized: true }),
  fact({ text: 'a bell at night' }, { kind: 'rumour', synthesized: true }),
  fact({ name: 'Hollow Mill', road: 'north' }, { kind: 'place', gist: { name: 'a mill' } }),
  fact({ sky: 'low clouds', at: '2026-02-18T23:59:60Z' }, { kind: 'weather' }),
  fact(
    { hp: 31, look: 'scales', lair: { floor: 3 } },
    { kind: 'creature', entity: 'wyrm', tiers: { look: 'UNKNOWN', hp: 'STUDIED', '/lair/floor': 'SEEN' } },
  ),
  fact({ text: 'for the keeper alone' }, { visibility: 'owner', owner: 'keeper' }),
  fact({ text: 'for two of them' }, { visibility: { consumers: ['player', 'narrator'] } }),
  fact({ text: 'for nobody but the keeper' }, { visibility: 'system' }),
  secret({ name: 'Vermithrax', hoard: 4711 }, { gist: { name: 'something old' } }),
  secret({ password: 'open-sesame-now' }),
  secret({ mark: 'three crows' }, { precise: ['/mark'] }),
  secret({ text: 'the lantern is hollow' }),
  // Copies of one payload, of which each restricts the others.
  fact({ rune: 'ash', seal: 'wax' }, { kind: 'creature' }),
  fact({ rune: 'ash', seal: 'wax' }, { kind: 'creature', entity: 'wyrm', tiers: { rune: 1, seal: 0 } }),
  fact({ rune: 'ash', seal: 'wax' }, { kind: 'creature', entity: 'crow', tiers: { rune: 1, seal: 0 } }),
  fact('for whoever is named twice', { visibility: { consumers: ['player', 'narrator', 'player'] } }),
  fact('for whoever is named twice', { kind: 'place', visibility: { consumers: ['narrator', 'player'] } }),
];

/** One thing that is told; a story is a list of them. */
export type Telling = (oracle: Oracle) => Promise<unknown>;

/** What is told beside kinds and facts, and needs none of them. */
export const storyKnowledge: readonly Telling[] = [
  (oracle) => oracle.raiseTier({ consumer: 'player', entity: 'wyrm', tier: 'SEEN' }),
  (oracle) => oracle.raiseTier({ consumer: 'keeper', entity: 'wyrm', tier: 'STUDIED' }),
  (oracle) => oracle.raiseTier({ consumer: 'player', entity: 'wyrm', tier: 'HEARD_OF' }),
  (oracle) => oracle.registerVocabulary(['lantern', 'hollow']),
  (oracle) => oracle.registerVocabulary(['crows']),
  (oracle) => oracle.setCursor(cursor),
];

/** What is told about facts, and needs them: unlocks, a promotion and a compaction. */
export const storyTurns: readonly Telling[] = [
  async (oracle) => oracle.unlock({ ...opened(await handleOf(oracle, 'text', 'the lantern')), ...scene }),
  async (oracle) => oracle.unlock({ ...opened(await handleOf(oracle, 'mark', 'three')), ...session }),
  (oracle) => oracle.unlock({ ...opened('rule_ref:falling'), ...scene }),
  async (oracle) =>
    oracle.promote({ handle: await handleOf(oracle, 'text', 'a bell'), operator: 'ada', event: 'event-7' }),
  async (oracle) =>
    oracle.compact({
      purpose: 'recap',
      inputs: [await handleOf(oracle, 'text', 'the gate'), await handleOf(oracle, 'text', 'ash')],
    }),
];

const scene = { scope: 'scene', scopeId: cursor.scene } as const;
const session = { scope: 'session', scopeId: cursor.session } as const;
const opened = (handle: string) => ({ handle, source: 'ada', event: 'event-5' });

/** Tells the whole story on a store, or on one in memory. */
export async function tellStory(store?: Store): Promise<Oracle> {
  const oracle = createOracle(store);
  await oracle.registerKinds(storyKinds);
  await oracle.appendFacts(storyFacts);
  for (const tell of [...storyKnowledge, ...storyTurns]) await tell(oracle);
  return oracle;
}

async function handleOf(oracle: Oracle, field: string, beginning: string): Promise<string> {
  for (const { handle, payload } of (await oracle.read()).facts.values()) {
    const text = (payload as { readonly [key: string]: unknown })[field];
    if (typeof text === 'string' && text.startsWith(beginning)) return handle;
  }
  throw new Error(`the story has no fact that begins with ${beginning}`);
}
