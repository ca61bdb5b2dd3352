/** Identities made by programs: defaults, copies, and what is refused. */
import { describe, expect, test } from 'vitest';
import { type AgentDraft, defineAgent } from './index.ts';

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
