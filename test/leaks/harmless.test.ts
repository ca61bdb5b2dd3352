// Attacks by and on the rules against false blocks: something locked must not silence what is harmless, and what these
// rules let pass must not tell.

import { expect } from 'vitest';
import type { FactDraft } from '../../src/disclosure/oracle/index.ts';
import { fact, oracleWith, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { factsTelling, harmless } from './disguised.ts';
import { expectTold, expectUntold, says } from './expect-untold.ts';

const everyone = ['narrator', 'player', 'keeper'];
const ogre = { name: 'Brulgomar Longtooth', weakness: 'cold-iron-nails' };
const hunts = 'Brulgomar Longtooth hunts here';
const grade = secret({ grade: 'A+' }, { precise: ['/grade'] });

/** Makes the body of an attack that would silence an open text. */
function silencing(text: string, ...facts: readonly FactDraft[]): () => Promise<void> {
  return async () =>
    expectTold(await allThatLeaves(await oracleWith([...facts, fact(text)])), text, everyone);
}

attack(
  'silenced-word',
  'a common word that is locked silences words that hold it',
  silencing('the ward is inactive', secret({ status: 'active' })),
);

attack(
  'silenced-sign',
  'a grade of a letter and a sign silences every sentence with that letter',
  silencing('a man had a plan', grade),
);

attack('silenced-cited', 'something locked silences the open fact that it cites', async () => {
  const oracle = await oracleWith([fact(harmless)]);
  const { handle } = await oracle.appendFact(fact('the mill is shut'));
  await oracle.appendFact(secret({ see: handle }));
  const outputs = await allThatLeaves(oracle);
  expect(outputs.filter(({ text }) => text.includes('leak-blocked'))).toEqual([]);
  expectTold(outputs, 'the mill is shut', everyone);
});

attack('silenced-gist', 'a fact silences its own gist', async () => {
  const outputs = await allThatLeaves(await oracleWith([secret(ogre, { gist: hunts }), fact(harmless)]));
  expectTold(outputs, hunts, ['narrator', 'keeper']);
});

attack(
  'word-named',
  'a short word that is named is told inside of another one',
  factsTelling(says('zephyr'), [
    secret({ word: 'zephyr' }, { precise: ['/word'] }),
    fact('they met in Oldzephyrton'),
  ]),
);

attack(
  'sign-told',
  'a grade of a letter and a sign is told',
  factsTelling(says('she got'), [grade, fact('she got an A+ for it'), fact('she got Ａ＋ too')]),
);

attack('cited-rest', 'what stands beside a handle that is cited is told', async () => {
  const oracle = await oracleWith([fact(harmless)]);
  const { handle } = await oracle.appendFact(fact('the mill is shut'));
  const rest = 'the miller keeps the silver crown of Ondrava below the seventh step';
  await oracle.appendFact(secret({ note: `${handle} shows that ${rest}` }));
  await oracle.appendFact(fact(`they say ${rest}, all of them`));
  const outputs = await allThatLeaves(oracle);
  expectUntold(
    outputs.filter(({ place }) => place !== 'audit'),
    says('Ondrava'),
  );
  expectTold(outputs, harmless, everyone);
});

attack(
  'gist-named',
  'a gist tells a leaf that is named',
  factsTelling(says('brulgomar'), [
    secret(ogre, { gist: hunts, precise: ['/name'] }),
    fact('by Brulgomar Longtooth'),
  ]),
);

attack(
  'gist-for-few',
  'a gist for a few opens its words to everyone',
  factsTelling(says('brulgomar'), [
    secret(ogre, { gist: hunts, visibility: { consumers: ['keeper'] } }),
    fact('by Brulgomar Longtooth'),
  ]),
);
