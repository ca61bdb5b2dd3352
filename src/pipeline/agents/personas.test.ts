/** The shipped agents: every fact as data, and the seats and nodes their affinities win. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PenumbraError } from '../../kernel/index.ts';
import {
  allElements,
  defineAgent,
  formatPersonas,
  parsePersonas,
  personaByName,
  personas,
  scheduleAgent,
} from './index.ts';

const facts = [
  ['Herald', 'Crimson', '#DC143C', 'fire', 'PG', 'backcourt', 'light', 0],
  ['Seeker', 'Cerulean', '#007BA7', 'water', 'C', 'frontcourt', 'light', 3],
  ['Sentinel', 'Cobalt', '#0047AB', 'earth', 'PF', 'frontcourt', 'light', 2],
  ['Weaver', 'Amber', '#FFBF00', 'air', 'SG', 'paint', 'light', 1],
  ['Challenger', 'Scarlet', '#FF2400', 'fire', 'PG', 'backcourt', 'shadow', 0],
  ['Abyss', 'Sapphire', '#0F52BA', 'water', 'C', 'frontcourt', 'shadow', 3],
  ['Bulwark', 'Iron', '#48494B', 'diamond', 'PF', 'frontcourt', 'shadow', 2],
  ['Specter', 'Obsidian', '#3C3C3C', 'lightning', 'SG', 'paint', 'shadow', 0],
];

const lightNodes = ['recall', 'triage', 'resolve', 'investigate', 'correlate', 'review', 'report'];
const shadowNodes = ['indict', 'discover', 'defend', 'hearing', 'verdict'];

const affinities: Record<string, number[]> = {
  Herald: [0.9, 0.8, 0.3, 0.2, 0.3, 0.4, 0.5],
  Seeker: [0.2, 0.3, 0.6, 0.9, 0.7, 0.5, 0.3],
  Sentinel: [0.3, 0.4, 0.9, 0.6, 0.5, 0.7, 0.4],
  Weaver: [0.3, 0.4, 0.4, 0.5, 0.8, 0.9, 0.9],
  Challenger: [0.9, 0.3, 0.4, 0.5, 0.2],
  Abyss: [0.4, 0.9, 0.9, 0.6, 0.3],
  Bulwark: [0.5, 0.6, 0.6, 0.9, 0.5],
  Specter: [0.3, 0.2, 0.3, 0.4, 0.9],
};

describe('the shipped personas', () => {
  test('have their colours, elements, positions, zones, sides and stickiness', () => {
    const rows = personas.map(({ name, colour, element, position, homeZone, alignment, stickiness }) => [
      name,
      colour?.name,
      colour?.hex,
      element,
      position,
      homeZone,
      alignment,
      stickiness,
    ]);
    expect(rows).toEqual(facts);
  });

  test.each(Object.entries(affinities))('%s fits each node as stated', (name, values) => {
    const nodes = values.length === lightNodes.length ? lightNodes : shadowNodes;
    const expected = Object.fromEntries(nodes.map((node, index) => [node, values[index]]));
    expect(personaByName(name)?.stepAffinity).toEqual(expected);
  });

  test.each([
    ['recall', 'Herald'],
    ['triage', 'Herald'],
    ['resolve', 'Sentinel'],
    ['investigate', 'Seeker'],
    ['correlate', 'Weaver'],
    ['review', 'Weaver'],
    ['report', 'Weaver'],
    ['indict', 'Challenger'],
    ['discover', 'Abyss'],
    ['defend', 'Abyss'],
    ['hearing', 'Bulwark'],
    ['verdict', 'Specter'],
  ])('at %s the best fit is %s, without a tie', (node, name) => {
    expect(scheduleAgent(personas, node)).toMatchObject({ name, reason: 'highest-affinity' });
  });

  test('record what they find, are bound to no model, and say nothing of a seat', () => {
    for (const { role, model, preamble } of personas) {
      expect({ role, model }).toEqual({ role: 'writer', model: null });
      expect(preamble).toMatch(/^You .+\.$/);
      expect(preamble).not.toMatch(/prosecut|defen|expert|judge/i);
    }
  });

  test.each(['Herald', 'herald', 'HERALD'])('are found by name, as in `%s`', (name) => {
    expect(personaByName(name)).toBe(personas[0]);
  });

  test.each(['', 'Nobody', 'constructor'])('do not answer to `%s`', (name) => {
    expect(personaByName(name)).toBeNull();
  });

  test('cannot be changed, at any depth', () => {
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    expect(personas).toSatisfy(isFrozen);
  });
});

function refusal(text: string): string {
  try {
    parsePersonas(text, { source: 'mine.yaml' });
  } catch (error) {
    if (error instanceof PenumbraError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('a file of personas', () => {
  test('needs only names, and keeps their order', () => {
    const agents = parsePersonas('personas:\n  - name: Zed\n  - {name: Ann, element: air}\n');
    expect(agents).toEqual([defineAgent({ name: 'Zed' }), defineAgent({ name: 'Ann', element: 'air' })]);
    expect(agents).toSatisfy(Object.isFrozen);
  });

  test.each([
    ['', '1:1: the file needs a mapping with personas'],
    ['- name: A', '1:1: the file needs a mapping with personas'],
    ['person: []', '1:1: `person` is not a key of the file (did you mean `personas`?)'],
    ['personas: A', '1:1: `personas` needs a list of at most 64 items'],
    ['personas:\n  - 3', '2:5: `personas.0` needs a mapping with name'],
    ['personas:\n  - element: fire', '2:5: `name` is missing in `personas.0`'],
    [
      'personas:\n  - name: A\n    stickyness: 1',
      '3:5: `stickyness` is not a key of `personas.0` (did you mean `stickiness`?)',
    ],
    [
      'personas:\n  - name: A\n    element: watr',
      '3:5: `personas.0.element` needs one of fire, lightning, earth, diamond, water, air, iron (did you mean `water`?)',
    ],
    [
      'personas:\n  - name: A\n    stepAffinity:\n      recall: 1.5',
      '4:7: `personas.0.stepAffinity.recall` needs a decimal from 0 to 1',
    ],
    [
      'personas:\n  - name: A\n    stepAffinity: {recall: ".5"}',
      '3:20: `personas.0.stepAffinity.recall` needs a decimal from 0 to 1',
    ],
    [
      'personas:\n  - name: A\n    tags: [b, 7]',
      '3:15: `personas.0.tags.1` needs letters, digits, dots, dashes and underscores, at most 64',
    ],
    ['personas:\n  - name: A\n    tags:', '3:5: `personas.0.tags` needs a list of at most 32 items'],
    [
      'personas:\n  - name: A\n    __proto__: {role: writer}',
      '3:5: `__proto__` is not a key of `personas.0`',
    ],
    ['personas:\n  - name: A\n    "a\\nb": 1', '3:5: `a\\u000ab` is not a key of `personas.0`'],
    ['personas:\n  - name: A\n  - name: a', '3:5: `a` is named twice'],
    ['personas:\n  - name: A\n    name: B', '3:5: the key `name` is given twice'],
    ['personas:\n  - &a\n    name: A\n  - *a', '4:5: `*a` needs to be written out'],
    ['personas:\n  - name: !secret A', '2:11: unresolved tag: !secret'],
  ])('that reads %j is refused at its place', (text, message) => {
    expect(refusal(text)).toBe(`invalid-configuration mine.yaml:${message}`);
  });

  test('is one document', () => {
    expect(refusal('personas: []\n---\npersonas: []')).toContain('mine.yaml:2:1: ');
  });

  test('is bounded', () => {
    expect(refusal(`# ${'x'.repeat(256 * 1024)}`)).toContain(
      'mine.yaml:1:1: the text is longer than 262144 characters',
    );
    expect(refusal(`personas:\n${'  - name: A\n'.repeat(65)}`)).toContain('needs a list of at most 64 items');
    expect(refusal(`personas: ${'['.repeat(5_000)}`)).toContain('invalid-configuration');
  });

  test('reads back whatever identities were written', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,12}$/);
    const awkward = fc.constantFrom(' ', '\n', '\r', '\t', '#', ':', '-', '"', '\u2028', '\ufeff', 'a');
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ unit: awkward }));
    const draft = fc.record({
      name,
      element: fc.constantFrom(...allElements, 'iron' as const, null),
      position: fc.constantFrom('PG' as const, 'C' as const, null),
      homeZone: fc.option(name),
      model: fc.option(name),
      tags: fc.array(name, { maxLength: 3 }),
      preamble: text,
      stepAffinity: fc.dictionary(
        name,
        fc.integer({ min: 0, max: 10_000 }).map((points) => points / 10_000),
      ),
    });
    const drafts = fc.uniqueArray(draft, { maxLength: 4, selector: (one) => one.name.toLowerCase() });
    fc.assert(
      fc.property(drafts, text, (some, comment) => {
        const agents = some.map(defineAgent);
        expect(parsePersonas(formatPersonas(agents, comment))).toEqual(agents);
      }),
    );
  });
});

const directory = join(import.meta.dirname, '../../../personas');

const files = [
  {
    file: 'light.yaml',
    alignment: 'light',
    comment: `The agents that propose. Copy this file and change the copy; the shipped one is written by a test.
stepAffinity says how well an agent fits a node: the highest works there.
stickiness says which of its own earlier replies an agent remembers:
0 none, 1 those within the zone, 2 also on return to it, 3 all.`,
  },
  {
    file: 'shadow.yaml',
    alignment: 'shadow',
    comment: `The agents that review. Copy this file and change the copy; the shipped one is written by a test.
The highest stepAffinity at a node is the default seat there:
Challenger prosecutes, Abyss defends, Bulwark is the expert, Specter judges.`,
  },
];

describe.each(files)('personas/$file', ({ file, alignment, comment }) => {
  const agents = personas.filter((agent) => agent.alignment === alignment);

  test('is the shipped agents', async () => {
    await expect(formatPersonas(agents, comment)).toMatchFileSnapshot(join(directory, file));
  });

  test('reads back as the shipped agents', () => {
    expect(parsePersonas(readFileSync(join(directory, file), 'utf8'))).toEqual(agents);
  });
});
