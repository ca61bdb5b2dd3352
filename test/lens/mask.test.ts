// Disclosure: what is locked is told by no output, what is not allowed is absent, and the envelope is the whole manifest.
import { describe, expect, test } from 'vitest';
import { parseWorkingSet, type WorkingSet } from '../../src/disclosure/index.ts';
import {
  compilePromptPack,
  type PackOptions,
  parsePack,
  renderPack,
} from '../../src/disclosure/lens/index.ts';
import { compileWorkingSet } from '../../src/disclosure/oracle/index.ts';
import { alteredSet, handmadeGuard, withMatrix } from './altered-set.ts';
import { consumers } from './compiled-outputs.ts';
import { tellStory } from './sample-story.ts';
import { allOutput, cursor, fact, oracleWith, packOf, policy, secret } from './sample-world.ts';

const set = await compileWorkingSet(await tellStory(), cursor, policy);
const bytesText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const byHand = { consumer: 'keeper', guard: handmadeGuard };

test('MASK-1: tokens of what is locked are in no output, and not in the working set', () => {
  const secrets = /vermithrax|(?<![0-9a-f])4711(?![0-9a-f])|open-sesame|hoard|password/i;
  expect(bytesText(set.bytes)).not.toMatch(secrets);
  for (const consumer of consumers) {
    const compiled = compilePromptPack(set, { consumer, guard: set.guard });
    expect(allOutput(compiled) + renderPack(compiled.pack)).not.toMatch(secrets);
  }
});

test('MASK-1: the handle of what is locked is in no output either', async () => {
  const oracle = await tellStory();
  const locked = [
    await oracle.appendFact(secret({ pin: '90210-x' }, { gist: 'a pin' })),
    await oracle.appendFact(secret({ code: 'tango-foxtrot' })),
  ];
  const locking = await compileWorkingSet(oracle, cursor, policy);
  const outputs = consumers.map((consumer) =>
    allOutput(compilePromptPack(locking, { consumer, guard: locking.guard })),
  );
  for (const { handle, factId } of locked)
    for (const told of [bytesText(locking.bytes), ...outputs]) {
      expect(told).not.toContain(handle.slice('frame:'.length));
      expect(told).not.toContain(factId);
    }
});

type Place = { readonly change?: (whole: WorkingSet) => object; readonly options?: Partial<PackOptions> };
const telling = 'its name is Ver mi thrax';
const firstWith =
  (change: object) =>
  ({ facts_slice: [first, ...rest] }: WorkingSet) => ({ facts_slice: [{ ...first, ...change }, ...rest] });

test.each<[string, Place]>([
  ['a payload', { change: firstWith({ payload: { note: telling } }) }],
  ['a key of a payload', { change: firstWith({ payload: { [telling]: 1 } }) }],
  ['a gist', { change: ({ facts_slice }) => ({ facts_slice: facts_slice.map(withGist) }) }],
  ['a source', { change: firstWith({ provenance: { source: telling, event_ids: [], rule_refs: [] } }) }],
  ['an event id', { change: firstWith({ provenance: { source: '', event_ids: [telling], rule_refs: [] } }) }],
  [
    'an open rule',
    {
      change: (whole) => ({
        ...firstWith({ provenance: { source: '', event_ids: [], rule_refs: [telling] } })(whole),
        allowmention_handles: [...whole.allowmention_handles, `rule_ref:${telling}`],
      }),
    },
  ],
  ['a kind', { change: firstWith({ kind: 'Ver-mi-thrax' }) }],
  ['the scene', { change: () => ({ scene_id: telling }) }],
  ['the mode', { change: () => ({ mode: telling }) }],
  ['a pin', { change: () => ({ pins_snapshot: { name: telling } }) }],
  ['the name of a pin', { change: () => ({ pins_snapshot: { vermithrax: 1 } }) }],
  [
    'the task',
    { change: ({ directives }) => ({ directives: { ...directives, output_class: { type: telling } } }) },
  ],
  ['the reason rule', { change: ({ directives }) => ({ directives: { ...directives, why_rule: telling } }) }],
  ['the style', { options: { style: { tone: telling } } }],
  ['a key of the style', { options: { style: { [telling]: 'dry' } } }],
  ['the beat', { options: { beat: { beat_id: telling } } }],
])('MASK-1: a locked token in %s lets nothing out', (_place, { change = () => ({}), options }) => {
  const input = alteredSet(set, change);
  const compile = () => compilePromptPack(input, { ...byHand, ...options });
  const fault = expect.objectContaining({
    code: 'leak-blocked',
    message: expect.not.stringMatching(/ver.?mi.?thrax/i),
    data: expect.objectContaining({
      handle: 'locked:1',
      channel: expect.any(String),
      path: expect.any(String),
    }),
  });
  expect(compile).toThrow(fault);
});

test('MASK-1: a working set with locked items is compiled with its own guard or not at all', async () => {
  const other = await compileWorkingSet(await oracleWith([secret('something else here')]), cursor, policy);
  for (const guard of [undefined, other.guard])
    expect(() => compilePromptPack(set, { consumer: 'keeper', ...(guard && { guard }) })).toThrow(
      expect.objectContaining({ code: 'leak-blocked' }),
    );
});

test.each(parseWorkingSet(set).facts_slice.map(({ kind, handle }, index) => [index, kind, handle] as const))(
  'MASK-2: item %i, a %s, is absent when it is not allowed, and leaves nothing behind',
  (_index, _kind, gone) => {
    const without = alteredSet(set, ({ allowmention_handles }) => ({
      allowmention_handles: allowmention_handles.filter((handle) => handle !== gone),
    }));
    const { pack, envelope, auditEnvelope } = compilePromptPack(without, byHand);
    const never = alteredSet(set, ({ allowmention_handles, facts_slice }) => ({
      allowmention_handles: allowmention_handles.filter((handle) => handle !== gone),
      facts_slice: facts_slice.filter(({ handle }) => handle !== gone),
    }));
    const plain = parsePack(compilePromptPack(never, byHand).pack);
    expect(parsePack(pack)).toEqual(plain);
    expect(envelope.allowed_handles).not.toContain(gone);
    expect(auditEnvelope.excluded).toContainEqual({ handle: gone, reason: 'not-allowed' });
  },
);

test('MASK-2: with nothing allowed there is nothing, whatever the slices hold', () => {
  const { pack } = compilePromptPack(
    alteredSet(set, () => ({ allowmention_handles: [] })),
    byHand,
  );
  const { truth, memory, task, citations } = parsePack(pack);
  expect([...truth, ...memory, ...task.scene, ...Object.keys(citations)]).toEqual([]);
});

test('MASK-4: what is locked is told by its gist, and only by one that was supplied', async () => {
  const { pack, auditEnvelope } = await packOf([
    secret({ name: 'Vermithrax' }, { gist: { name: 'something old' } }),
    secret({ password: 'open-sesame-now' }),
  ]);
  expect(parsePack(pack).truth).toMatchObject([{ form: 'gist', payload: { name: 'something old' } }]);
  expect(auditEnvelope.locked_handles).toEqual(['locked:1', 'locked:2']);
});

test('MASK-4: no gist is made where the matrix asks for one', async () => {
  const facts = [
    fact({ name: 'Hollow Mill' }, { kind: 'place', gist: { name: 'a mill' } }),
    fact({ name: 'Old Ford' }, { kind: 'place' }),
  ];
  const { pack, auditEnvelope } = await packOf(facts, { consumer: 'player' });
  expect(parsePack(pack).truth).toMatchObject([{ form: 'gist', payload: { name: 'a mill' } }]);
  expect(auditEnvelope.excluded).toEqual([{ handle: expect.any(String), reason: 'no-gist' }]);
});

test.each(consumers)(
  'MASK-5: the envelope of the %s lists every handle of the pack, and no other',
  (consumer) => {
    const { pack, envelope } = compilePromptPack(set, { consumer, guard: set.guard });
    const { truth, memory, task, citations } = parsePack(pack);
    const handles = [...truth, ...memory, ...task.scene].map(({ handle }) => handle);
    expect(handles.length).toBeGreaterThan(1);
    expect(envelope.allowed_handles).toEqual(handles);
    expect(Object.values(citations).toSorted()).toEqual(handles.toSorted());
    const named = renderPack(pack).match(/frame:[0-9a-f]{64}|locked:\d+/g) ?? [];
    expect([...new Set(named)].filter((handle) => !envelope.allowed_handles.includes(handle))).toEqual([]);
  },
);

test('MASK-5: a rule may be cited where a block names it and it is open', async () => {
  const oracle = await oracleWith([
    fact('a slippery ledge', {
      provenance: { source: 'scribe', eventIds: [], ruleRefs: ['falling', 'rule_ref:ice'] },
    }),
  ]);
  const allowed = async () =>
    compilePromptPack(await compileWorkingSet(oracle, cursor, policy), { consumer: 'keeper' }).envelope
      .allowed_handles;
  const [block, ...none] = await allowed();
  expect(none).toEqual([]);
  for (const handle of ['rule_ref:falling', 'rule_ref:elsewhere'])
    await oracle.unlock({ handle, scope: 'scene', scopeId: cursor.scene, source: 'ada', event: 'event-4' });
  expect(await allowed()).toEqual([block, 'rule_ref:falling']);
});

test('MASK-5: the consumer’s envelope says nothing about what is withheld', () => {
  const { envelope } = compilePromptPack(set, { consumer: 'player', guard: set.guard });
  expect(Object.keys(envelope).toSorted()).toEqual([
    'allowed_handles',
    'mask_matrix_id',
    'promptpack_hash',
    'text_hash',
    'working_set_id',
  ]);
});

describe('G2: the mask matrix', () => {
  const rows: readonly [string, WorkingSet['mask_matrix']['consumers'], readonly string[]][] = [
    ['no row for a kind is absent', { keeper: { place: { '*': 'full' } } }, []],
    ['no cell for a visibility is absent', { keeper: { clue: { system: 'full' } } }, []],
    ['`absent` is absent', { keeper: { clue: { '*': 'full', public: 'absent' } } }, []],
    [
      'a row of its own goes before `*`',
      { keeper: { clue: { public: 'absent' }, '*': { '*': 'full' } } },
      [],
    ],
    [
      'a consumer of its own goes before `*`',
      { keeper: { '*': { '*': 'absent' } }, '*': { '*': { '*': 'full' } } },
      [],
    ],
    ['`full` is told', { keeper: { clue: { public: 'full' } } }, ['the gate']],
    ['`*` is any consumer', { '*': { clue: { public: 'full' } } }, ['the gate']],
    [
      'names of every object are no rows',
      { keeper: Object.fromEntries(['toString', 'constructor'].map((kind) => [kind, { '*': 'full' }])) },
      [],
    ],
  ];

  test.each(rows)('%s', async (_name, matrix, told) => {
    const one = await compileWorkingSet(await oracleWith([fact('the gate')]), cursor, policy);
    const { pack } = compilePromptPack(withMatrix(one, matrix), { consumer: 'keeper' });
    expect(parsePack(pack).truth.map(({ payload }) => payload)).toEqual(told);
  });

  test('names consumers and owners, and others are told nothing', async () => {
    const own = [
      fact('for the narrator', { visibility: { consumers: ['narrator'] } }),
      fact('for the keeper alone', { visibility: 'owner', owner: 'keeper' }),
      fact('for the player alone', { visibility: 'owner', owner: 'player' }),
      fact('for nobody', { visibility: 'system' }),
    ];
    const told = async (consumer: string) =>
      parsePack((await packOf(own, { consumer })).pack)
        .truth.map(({ payload }) => payload)
        .toSorted();
    expect(await told('narrator')).toEqual(['for the narrator']);
    expect(await told('keeper')).toEqual(['for nobody', 'for the keeper alone']);
    expect(await told('player')).toEqual([]);
  });
});

function withGist(item: WorkingSet['facts_slice'][number]): object {
  return item.handle === 'locked:1' ? { ...item, gist: { name: telling } } : item;
}
