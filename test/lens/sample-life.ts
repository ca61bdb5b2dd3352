// A life of an oracle that leaves something in every part of its record, and what it comes to.

import { compileWorkingSet, type Oracle } from '../../src/disclosure/oracle/index.ts';
import type { Store } from '../../src/ledger/index.ts';
import { cursor, fact, policy, sampleOracle, secret } from './sample-world.ts';

/** The pins of the sample's policy. */
export const pins = { stall: 3, hash: 'sha256' };

/** Lives the first part: facts of every sort, unlocks, tiers, compactions, words, a cursor, a policy. */
export async function beginLife(store: Store): Promise<Oracle> {
  const oracle = await sampleOracle(store);
  const open = await oracle.appendFact(fact({ text: 'the gate stands open' }));
  const named = await oracle.appendFact(secret({ name: 'Vermithrax' }, { gist: { name: 'something old' } }));
  const made = await oracle.appendFact(fact({ text: 'ash on the stairs' }, { synthesized: true }));
  await oracle.appendFact(
    fact({ hp: 31, look: 'scales' }, { kind: 'creature', entity: 'wyrm', tiers: { hp: 4, look: 0 } }),
  );
  const told = { scope: 'scene', scopeId: 'gate', source: 'dice', event: 'event-7' } as const;
  await oracle.unlock({ handle: named.handle, ...told });
  await oracle.unlock({ handle: 'rule_ref:stealth-4', ...told });
  await oracle.raiseTier({ consumer: 'player', entity: 'wyrm', tier: 'STUDIED' });
  await oracle.registerVocabulary(['Dragon Keep']);
  const recap = await oracle.compact({ purpose: 'recap', inputs: [open.handle] });
  await oracle.compact({ purpose: 'index', inputs: [open.handle, made.handle] });
  await oracle.dropCompaction(recap.handle);
  await oracle.promote({ handle: made.handle, operator: 'ada', event: 'event-9' });
  await oracle.setCursor(cursor);
  await compileWorkingSet(oracle, cursor, policy);
  return oracle;
}

/** Lives the rest: some of what was opened is closed, and more is known. */
export async function endLife(oracle: Oracle): Promise<void> {
  const { facts } = await oracle.read();
  const locked = [...facts.values()].find(({ precision }) => precision === 'locked');
  await oracle.relock({
    handle: locked?.handle ?? '',
    scope: 'session',
    scopeId: 'evening',
    source: 'dice',
    event: 'event-10',
  });
  await oracle.appendFact(fact({ text: 'they whisper V e r m i t h r a x' }));
  await oracle.registerKind({ kind: 'omen' });
  await oracle.appendFact(fact('a red moon', { kind: 'omen' }));
  await compileWorkingSet(oracle, cursor, policy);
}

/** Returns what an oracle compiles to. */
export async function hashOf(oracle: Oracle): Promise<string> {
  return (await compileWorkingSet(oracle, cursor, policy)).hash;
}
