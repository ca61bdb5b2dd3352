/** Who may wear what: sides, positions and names, as one table. */
import { describe, expect, test } from 'vitest';
import { defineAgent, type MaskWearers, mayWear } from './index.ts';

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
