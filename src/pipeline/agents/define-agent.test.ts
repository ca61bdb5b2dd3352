/** Identities made by programs: defaults, copies, and what is refused. */
import { describe, expect, test } from 'vitest';
import {
  type AgentDraft,
  agentTag,
  defineAgent,
  type MaskWearers,
  mayWear,
  personas,
  remembersReply,
  type Stickiness,
} from './index.ts';

describe('an identity', () => {
  test('of a name alone is empty, reads, takes no side and remembers nothing', () => {
    expect(defineAgent({ name: 'Scout' })).toEqual({
      name: 'Scout',
      colour: null,
      element: null,
      position: null,
      homeZone: null,
      alignment: 'unaligned',
      model: null,
      role: 'reader',
      stepAffinity: {},
      stickiness: 0,
      tags: [],
      preamble: '',
      costProfile: null,
    });
  });

  test('is at home where its position is, unless it says otherwise', () => {
    const homeOf = (draft: Partial<AgentDraft>) => defineAgent({ name: 'Scout', ...draft }).homeZone;
    expect(homeOf({ position: 'C' })).toBe('frontcourt');
    expect(homeOf({ position: 'C', homeZone: 'attic' })).toBe('attic');
    expect(homeOf({ position: 'C', homeZone: null })).toBeNull();
  });

  test('has affinities of four places, half up', () => {
    const { stepAffinity } = defineAgent({ name: 'Scout', stepAffinity: { a: 0.12345, b: 0.12344, c: 1 } });
    expect(stepAffinity).toEqual({ a: 0.1235, b: 0.1234, c: 1 });
  });

  test('is a frozen copy that shares nothing with its draft', () => {
    const draft = { name: 'Scout', tags: ['quick'], colour: { name: 'Teal', hex: '#008080' } };
    const agent = defineAgent(draft);
    draft.tags.push('changed');
    draft.colour.name = 'Changed';
    expect(agent).toMatchObject({ tags: ['quick'], colour: { name: 'Teal' } });
    expect([agent, agent.tags, agent.colour, agent.stepAffinity].every(Object.isFrozen)).toBe(true);
  });

  test.each<[unknown, string]>([
    [null, 'an agent needs a mapping with name'],
    [{}, '`name` is missing in an agent'],
    [{ name: null }, '`name` needs letters'],
    [{ name: '' }, '`name` needs letters, digits, dots, dashes and underscores, at most 64'],
    [{ name: 'a b' }, '`name` needs letters'],
    [{ name: 'A', color: null }, '`color` is not a key of an agent (did you mean `colour`?)'],
    [{ name: 'A', colour: { name: 'Red' } }, '`hex` is missing in `colour`'],
    [{ name: 'A', colour: { name: 'Red', hex: 'red' } }, '`colour.hex` needs a colour such as "#DC143C"'],
    [{ name: 'A', element: 'fier' }, '(did you mean `fire`?)'],
    [{ name: 'A', position: 'QB' }, '`position` needs one of PG, SG, PF, C'],
    [{ name: 'A', alignment: null }, '`alignment` needs one of light, shadow, unaligned'],
    [{ name: 'A', role: 'admin' }, '`role` needs one of reader, writer, synthesis'],
    [{ name: 'A', model: 'a model' }, '`model` needs a name without spaces'],
    [{ name: 'A', stickiness: 4 }, '`stickiness` needs one of 0, 1, 2, 3'],
    [{ name: 'A', stickiness: '1' }, '`stickiness` needs one of 0, 1, 2, 3'],
    [{ name: 'A', stepAffinity: { recall: 1.1 } }, '`stepAffinity.recall` needs a decimal from 0 to 1'],
    [{ name: 'A', stepAffinity: { recall: Number.NaN } }, '`stepAffinity.recall` needs a decimal'],
    [{ name: 'A', stepAffinity: { 'a b': 1 } }, 'the key `a b` of `stepAffinity` needs letters'],
    [{ name: 'A', stepAffinity: [1] }, '`stepAffinity` needs a mapping of at most 256 entries'],
    [{ name: 'A', tags: 'quick' }, '`tags` needs a list of at most 32 items'],
    [{ name: 'A', tags: ['quick', 7] }, '`tags.1` needs letters'],
    [{ name: 'A', preamble: 'x'.repeat(4_001) }, '`preamble` needs a text of at most 4000 characters'],
    [{ name: 'A', preamble: '\ud800' }, '`preamble` needs a text'],
    [
      { name: 'A', costProfile: { tokensPerStep: 0.5 } },
      '`microdollarsPerMillionTokens` is missing in `costProfile`',
    ],
    [
      { name: 'A', costProfile: { tokensPerStep: -1, microdollarsPerMillionTokens: 0 } },
      '`costProfile.tokensPerStep` needs a whole number',
    ],
  ])('is refused for %j', (draft, message) => {
    expect(() => defineAgent(draft as AgentDraft)).toThrow(message);
  });
});

test('the shipped agents have their tags', () => {
  expect(personas.map(agentTag)).toEqual([
    '[crimson/herald]',
    '[cerulean/seeker]',
    '[cobalt/sentinel]',
    '[amber/weaver]',
    '[scarlet/challenger]',
    '[sapphire/abyss]',
    '[iron/bulwark]',
    '[obsidian/specter]',
  ]);
});

test('what is missing has a word of its own', () => {
  expect(agentTag({})).toBe('[none/anon]');
  expect(agentTag({ colour: null, name: '' })).toBe('[none/anon]');
  expect(agentTag(defineAgent({ name: 'Scout' }))).toBe('[none/scout]');
});

const agents = [
  defineAgent({ name: 'Herald', alignment: 'light', position: 'PG' }),
  defineAgent({ name: 'Weaver', alignment: 'light', position: 'SG' }),
  defineAgent({ name: 'Specter', alignment: 'shadow', position: 'SG' }),
  defineAgent({ name: 'Scout', position: 'SG' }),
  defineAgent({ name: 'Drifter', alignment: 'light' }),
];

describe('a mask', () => {
  test.each<[MaskWearers, string[]]>([
    [{}, ['Herald', 'Weaver', 'Specter', 'Drifter']],
    [{ alignment: 'light' }, ['Herald', 'Weaver', 'Drifter']],
    [{ alignment: 'shadow' }, ['Specter']],
    [{ positions: ['SG'] }, ['Weaver', 'Specter']],
    [{ alignment: 'light', positions: ['SG'] }, ['Weaver']],
    [{ alignment: 'light', positions: ['SG'], names: ['Herald'] }, ['Herald', 'Weaver']],
    [{ alignment: 'light', names: ['Specter', 'Scout'] }, ['Scout']],
    [{ alignment: 'shadow', names: ['Herald', 'Scout'] }, ['Scout']],
    [{ names: ['Herald'] }, ['Herald']],
    [{ positions: [] }, []],
    [{ names: [] }, []],
  ])('that declares %j is worn by %j only', (wearers, expected) => {
    expect(agents.filter((agent) => mayWear(agent, wearers)).map(({ name }) => name)).toEqual(expected);
  });

  test('leaves its wearer as it was', () => {
    const [agent = defineAgent({ name: 'x' })] = agents;
    const before = structuredClone(agent);
    mayWear(agent, { alignment: 'light' });
    expect(agent).toEqual(before);
  });
});

/** Returns the steps whose replies an agent remembers at the last step. */
function remembered(stickiness: Stickiness, zones: readonly (string | null)[]): number[] {
  return [...zones.keys()].filter((step) => remembersReply({ stickiness, zones, step }));
}

describe('memory of own replies', () => {
  const returning = ['paint', 'backcourt', 'paint', 'paint'];
  const outside = ['paint', null, null];

  test.each<[Stickiness, (string | null)[], number[]]>([
    [0, returning, []],
    [1, returning, [2]],
    [2, returning, [0, 2]],
    [3, returning, [0, 1, 2]],
    [0, outside, []],
    [1, outside, []],
    [2, outside, []],
    [3, outside, [0, 1]],
    [3, ['paint'], []],
    [3, [], []],
  ])('of stickiness %d on the way %j reaches the steps %j', (stickiness, zones, expected) => {
    expect(remembered(stickiness, zones)).toEqual(expected);
  });

  test.each([-1, 3, 4])('holds no reply of step %d, which has not been asked', (step) => {
    expect(remembersReply({ stickiness: 3, zones: returning, step })).toBe(false);
  });
});
