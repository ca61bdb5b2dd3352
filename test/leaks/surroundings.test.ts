// Attacks from around the facts: what operators, directors and registries say beside them is scanned like a fact. What
// stands in a pack's frame stops the pack; what stands on an item locks the item.

import { expect } from 'vitest';
import { compilePromptPack, type PackOptions } from '../../src/disclosure/lens/index.ts';
import {
  compileWorkingSet,
  type FactDraft,
  type PolicyDraft,
  type StoryCursor,
} from '../../src/disclosure/oracle/index.ts';
import { cursor, fact, oracleWith, policy } from '../lens/sample-world.ts';
import { allThatLeaves, type Departure } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { factsTelling, harmless, locked, word } from './disguised.ts';
import { expectTold, expectUntold, says } from './expect-untold.ts';

const telling = 'ask for Ver-mi-thrax';
const isName = (text: string) => says(word)(text.replaceAll('-', ''));

/** Makes the body of an attack that must stop every pack, with an error that names the place alone. */
function refused(channel: string, departure: Departure): () => Promise<void> {
  return async () => {
    const outputs = await allThatLeaves(await oracleWith([locked, fact(harmless)]), departure);
    // What the operator wrote stands in the working set, which no agent gets.
    const left = outputs.filter(({ place }) => !['working set', 'audit'].includes(place));
    expectUntold(left, isName);
    const faults = left.filter(({ place }) => /^fault of (narrator|player|keeper)$/.test(place));
    expect(faults).toHaveLength(3);
    for (const { text } of faults) {
      expect(text).toContain('leak-blocked\nthe pack would tell of `locked:1`');
      expect(text).toContain(`channel: '${channel}'`);
    }
    const fine = await allThatLeaves(await oracleWith([locked, fact(harmless)]));
    expectTold(fine, harmless, ['narrator', 'player', 'keeper']);
  };
}

const at = (place: Partial<StoryCursor>): Departure => ({ at: { ...cursor, ...place } });
const under = (draft: PolicyDraft): Departure => ({ under: { ...policy, ...draft } });
const directed = (directives: PolicyDraft['directives']): Departure =>
  under({ directives: { ...directives } });
const packed = (pack: Omit<PackOptions, 'consumer'>): Departure => ({ pack });

attack('scope', 'the scene is named like what is locked', refused('scope', at({ scene: telling })));

attack('scope-mode', 'the mode is named like what is locked', refused('scope', at({ mode: telling })));

attack('pins', 'a pin tells it', refused('pins', under({ pins: { note: telling } })));

attack('pin-names', 'the name of a pin tells it', refused('pins', under({ pins: { [telling]: 1 } })));

attack('style', 'the style tells it', refused('style', packed({ style: { tone: telling } })));

attack('style-key', 'a key of the style tells it', refused('style', packed({ style: { [telling]: 1 } })));

attack('beat', 'the director’s beat tells it', refused('style', packed({ beat: { beat_type: telling } })));

attack(
  'bounds',
  'the bounds of the task tell it',
  refused('task', directed({ channel_rules: { bounds: { truth: telling } } })),
);

attack(
  'forbidden-content',
  'what is forbidden tells it',
  refused('task', directed({ channel_rules: { forbidden_content: [telling] } })),
);

attack('why-rule', 'the rule for why tells it', refused('task', directed({ why_rule: telling })));

attack(
  'forbidden-tokens',
  'the contract forbids it by name',
  refused('contract', directed({ output_class: { type: 'text', forbidden_tokens: [telling] } })),
);

attack(
  'required-elements',
  'the contract asks for it by name',
  refused('contract', directed({ output_class: { type: 'text', required_elements: [telling] } })),
);

attack(
  'schema',
  'the schema of the contract tells it',
  refused('contract', directed({ output_class: { type: 'json', schema: { description: telling } } })),
);

attack('consumer', 'a consumer is named like what is locked', async () => {
  const consumers = { [word]: { '*': { '*': 'full' } }, narrator: { '*': { '*': 'full' } } } as const;
  const oracle = await oracleWith([locked, fact(harmless)]);
  const set = await compileWorkingSet(oracle, cursor, { maskMatrix: { version: 1, consumers } });
  expect(() => compilePromptPack(set, { consumer: word, guard: set.guard })).toThrow(
    expect.objectContaining({ code: 'leak-blocked', message: expect.not.stringContaining(word) }),
  );
  expect(
    compilePromptPack(set, { consumer: 'narrator', guard: set.guard }).envelope.allowed_handles,
  ).toHaveLength(1);
});

const saying = (changes: Partial<FactDraft>) => factsTelling(isName, [fact('a clue', changes)]);
const from = (provenance: Partial<FactDraft['provenance']>) =>
  saying({ provenance: { source: 'scribe', eventIds: [], ruleRefs: [], ...provenance } });

attack('source', 'the source of a fact tells it', from({ source: telling }));

attack('event-ids', 'the events of a fact tell it', from({ eventIds: ['event-1', telling] }));

attack('rule-refs', 'the rules of a fact tell it', from({ ruleRefs: [telling] }));

attack('split-names', 'the halves are two names beside a fact, which must not stop a pack', async () => {
  const provenances = [
    { source: 'scribe', eventIds: ['Vermi', 'thrax'], ruleRefs: [] },
    { source: 'Vermi', eventIds: ['thrax'], ruleRefs: [] },
    { source: 'scribe', eventIds: ['Vermi'], ruleRefs: ['thrax'] },
  ];
  await factsTelling(
    says('thrax"', 'thrax\\"'),
    provenances.map((provenance) => fact('a clue', { provenance, entity: 'mill', owner: 'keeper' })),
  )();
});

attack('entity', 'a fact is about somebody of that name', saying({ entity: telling }));

attack('owner', 'a fact belongs to somebody of that name', saying({ owner: 'ver-mi-thrax' }));

attack(
  'audience',
  'a fact is for somebody of that name',
  saying({ visibility: { consumers: ['narrator', 'ver-mi-thrax'] } }),
);

attack('kind', 'a kind is named like what is locked', async () => {
  const oracle = await oracleWith([locked, fact(harmless)]);
  await oracle.registerKind({ kind: 'ver-mi-thrax' });
  await oracle.appendFact(fact('a clue', { kind: 'ver-mi-thrax' }));
  const outputs = await allThatLeaves(oracle);
  expectUntold(
    outputs.filter(({ place }) => place !== 'audit'),
    isName,
  );
  expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
});

attack('gist-of-locked', 'the gist of a locked fact quotes another', async () => {
  const facts = [locked, fact('a lair', { precision: 'locked', gist: telling }), fact(harmless)];
  const outputs = await allThatLeaves(await oracleWith(facts));
  expectUntold(outputs, isName);
  expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
});

attack('gist-of-open', 'the gist of an open fact quotes a locked one', saying({ gist: telling }));

attack('known-entity', 'a consumer knows somebody of that name', async () => {
  const oracle = await oracleWith([locked, fact(harmless)]);
  await oracle.raiseTier({ consumer: 'player', entity: telling, tier: 2 });
  const outputs = await allThatLeaves(oracle);
  expectUntold(outputs, isName);
  expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
});

attack(
  'other-slices',
  'the state of a scene and a memory quote what is locked',
  factsTelling(isName, [
    fact(telling, { kind: 'weather' }),
    fact(telling, { kind: 'rumour' }),
    fact({ wind: telling }, { kind: 'weather', visibility: 'system', gist: 'some wind' }),
  ]),
);
