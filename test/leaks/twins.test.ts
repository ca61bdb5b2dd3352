// Attacks by copies: the same payload once more, with less to restrict it, must open nothing. The secrets are too short to
// be found by the leak guard.

import type { FactDraft } from '../../src/disclosure/oracle/index.ts';
import { fact, oracleWith, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { harmless } from './disguised.ts';
import { expectTold, expectUntold, says, type Telltale } from './expect-untold.ts';

const door = { door: 'east', look: 'old' };
const isDoor = says('"door":"east"');

async function expectKept(facts: readonly FactDraft[], tells: Telltale = isDoor): Promise<void> {
  for (const order of [facts, facts.toReversed()]) {
    const oracle = await oracleWith([...order, fact(harmless)]);
    await oracle.raiseTier({ consumer: 'narrator', entity: 'mill', tier: 4 });
    const outputs = await allThatLeaves(oracle);
    expectUntold(
      outputs.filter(({ place }) => !place.includes('keeper') && !place.includes('set')),
      tells,
    );
    expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
  }
}

attack('twin-open', 'a copy of a locked fact is open', async () => {
  await expectKept([secret(door), fact(door)]);
  await expectKept([secret(door), fact(door, { gist: 'a door', kind: 'creature' })]);
});

attack('twin-public', 'a copy of a fact for one consumer is for all', async () => {
  await expectKept([fact(door, { visibility: { consumers: ['keeper'] } }), fact(door)]);
});

attack('twin-owned', 'a copy of somebody’s own fact is somebody else’s', async () => {
  const own = (owner: string) => fact(door, { visibility: 'owner', owner });
  await expectKept([own('keeper'), own('player'), fact(door)]);
});

attack('twin-tiers', 'a copy of a fact with tiers has none', async () => {
  await expectKept([fact(door, { entity: 'keep', tiers: { door: 3 } }), fact(door)]);
});

attack('twin-entity', 'a copy has tiers of an entity that is known', async () => {
  await expectKept([
    fact(door, { entity: 'keep', tiers: { door: 3 } }),
    fact(door, { entity: 'mill', tiers: { door: 1 } }),
  ]);
});

attack('twin-precise', 'a copy names fewer leaves as precise', async () => {
  const payload = { name: 'Vermithrax', password: 'swordfish' };
  const quoting = [fact('they say swordfish'), fact('they say Vermithrax')];
  await expectKept([secret(payload), secret(payload, { precise: ['/name'] }), ...quoting], says('swordfish'));
  await expectKept([secret(payload), fact(payload, { precise: ['/name'] }), ...quoting], says('swordfish'));
});

attack('twin-gist', 'the gist of a copy is the payload', async () => {
  await expectKept(
    [secret({ name: 'Vermithrax' }), fact({ name: 'Vermithrax' }, { gist: { name: 'Vermithrax' } })],
    says('Vermithrax'),
  );
});
