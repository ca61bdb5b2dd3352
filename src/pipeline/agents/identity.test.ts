/** Tags of full, partial and empty identities. */
import { describe, expect, test } from 'vitest';
import {
  agentTag,
  defineAgent,
  type MaskWearers,
  mayWear,
  personas,
  remembersReply,
  type Stickiness,
} from './index.ts';

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
