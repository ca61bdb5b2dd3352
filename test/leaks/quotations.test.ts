// Attacks by quoting: a text that names a handle does not hand it out. Whatever stands in a pack, at any depth, can be
// cited, and nothing else can.

import { expect } from 'vitest';
import {
  checkReply,
  compilePromptPack,
  type PackOptions,
  parsePack,
  renderPack,
} from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet, type FactDraft, type PolicyDraft } from '../../src/disclosure/oracle/index.ts';
import { type CanonicalValue, makeId, sha256 } from '../../src/kernel/index.ts';
import { cursor, fact, oracleWith, policy } from '../lens/sample-world.ts';
import { attack } from './attack.ts';
import { harmless } from './disguised.ts';

/** A frame of which no working set knows anything. */
const elsewhere = makeId('frame', sha256('a frame of another case'));
const HANDLES = /frame:[0-9a-f]{8,}|rule_ref:[a-z0-9-]+|(?:partial|untold):[0-9]+/gi;

interface Quoting {
  readonly facts?: readonly FactDraft[];
  readonly under?: PolicyDraft;
  readonly options?: Partial<PackOptions>;
}

/** Compiles for the player what quotes something, and sees that the pack names only what the player may cite. */
async function expectNamed({ facts = [], under = policy, options }: Quoting, replies: readonly string[]) {
  const oracle = await oracleWith([fact(harmless), ...facts]);
  const set = await compileWorkingSet(oracle, cursor, under);
  const compiled = compilePromptPack(set, { consumer: 'player', guard: set.guard, ...options });
  const { pack, envelope } = compiled;
  expect(JSON.stringify(parsePack(pack))).toContain(harmless);
  const named = new Set(
    [...JSON.stringify(parsePack(pack)).matchAll(HANDLES), ...renderPack(pack).matchAll(HANDLES)].map(
      ([name]) => name,
    ),
  );
  const unlisted = [...named].filter((name) => !envelope.allowed_handles.includes(name));
  expect(unlisted.filter((name) => !name.startsWith('untold:'))).toEqual([]);
  for (const reply of [...replies, ...unlisted]) {
    const { reasons } = checkReply(reply, { ...compiled, guard: set.guard });
    expect(
      reasons.map(({ code }) => code),
      reply,
    ).toEqual(['handle-not-allowed']);
  }
  return { pack: parsePack(pack), envelope };
}

const quoting = (payload: CanonicalValue, changes: Partial<FactDraft> = {}): Quoting => ({
  facts: [fact(payload, changes)],
});

attack('quoted-frame', 'a fact quotes a frame that the pack does not tell', async () => {
  for (const payload of [
    { see: elsewhere },
    { evidence: [{ handle: elsewhere, weight: 3 }] },
    `it follows from ${elsewhere}, as was said`,
    { [elsewhere]: 'a key' },
    { see: elsewhere.toUpperCase().replace('FRAME', 'Frame') },
    { see: elsewhere.slice(0, 18) },
  ])
    await expectNamed(quoting(payload), [elsewhere, `see ${elsewhere.slice(0, 18)}`]);
});

attack('quoted-rule', 'a fact quotes a rule that is not open', async () => {
  for (const payload of [{ rule: 'rule_ref:grapple' }, 'by (rule_ref:grapple) it may'])
    await expectNamed(quoting(payload), ['rule_ref:grapple', 'by (rule_ref:grapple) it may']);
});

attack('quoted-event', 'a fact names a frame as the event it comes from', async () => {
  const provenance = { source: elsewhere, eventIds: [`step ${elsewhere}`, elsewhere], ruleRefs: [] };
  await expectNamed(quoting('a note', { provenance }), [elsewhere]);
});

attack('quoted-order', 'what is asked and how it is to be said name a frame', async () => {
  const directives = {
    output_class: { type: 'text', schema: { const: elsewhere } },
    channel_rules: { bounds: { candidate: elsewhere } },
    why_rule: 'rule-refs-only',
  };
  const style = { [elsewhere]: `as in ${elsewhere}` };
  await expectNamed({ under: { ...policy, directives }, options: { style } }, []);
});

attack('quoted-scope', 'a scene or a pin is named like a frame', async () => {
  const oracle = await oracleWith([fact(harmless)]);
  for (const { at = cursor, under = policy } of [
    { at: { ...cursor, scene: elsewhere } },
    { under: { ...policy, pins: { ...policy.pins, candidate: elsewhere } } },
  ]) {
    const set = await compileWorkingSet(oracle, at, under);
    expect(() => compilePromptPack(set, { consumer: 'player', guard: set.guard })).toThrow(
      expect.objectContaining({
        code: 'leak-blocked',
        data: expect.objectContaining({ reason: 'untold-handle' }),
      }),
    );
  }
});

attack('quoted-number', 'a fact quotes a name that another pack gave', async () => {
  const wyrm = fact(
    { look: 'scales', hp: 31 },
    { kind: 'creature', entity: 'wyrm', tiers: { look: 0, hp: 3 } },
  );
  const { envelope } = await expectNamed({ facts: [wyrm, fact({ see: ['partial:9', 'untold:7'] })] }, [
    'partial:9',
  ]);
  expect(envelope.allowed_handles).toContain('partial:1');
});
