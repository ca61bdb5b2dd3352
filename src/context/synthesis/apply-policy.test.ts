// The text of a directory: what it looks like, that order does not matter, and that no name or content can forge it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CanonicalValue } from '../../kernel/index.ts';
import { applyPolicy } from './apply-policy.ts';
import { parseRecipe } from './recipe.ts';
import { type SectionFrame, type SynthesisSection, synthesisLimits } from './synthesis-policy.ts';

const concatenation = { policy: 'concatenation', version: 1 };
const filtering = (keep: CanonicalValue) => ({ policy: 'filtering', version: 1, keep });

function check(
  sections: readonly SynthesisSection[],
  policy: CanonicalValue = concatenation,
  { inputType = 'note' } = {},
): string {
  const recipe = parseRecipe({ policy, inputType, outputType: 'summary' });
  return applyPolicy(recipe, sections, { custom: new Map() });
}

function frame(content: string, { type = 'note', agent = 'person', frameId = 'frame:0' } = {}): SectionFrame {
  return { frameId, type, agent, content };
}

function child(name: string, ...contents: readonly string[]): SynthesisSection {
  return { name, frames: contents.map((content, index) => frame(content, { frameId: `frame:${index}` })) };
}

/** Reads sections back from a text whose frames are labelled: whatever stands at the margin is structure. */
function readSections(text: string): SynthesisSection[] {
  const sections: { name: string; frames: SectionFrame[] }[] = [];
  for (const block of text.replace(/\n$/, '').split(/\n\n(?=#)/)) {
    const { heading, type = '', agent = '', body = '' } = BLOCK.exec(block)?.groups ?? {};
    if (heading !== undefined) sections.push({ name: unshown(heading), frames: [] });
    const content = body.replace(new RegExp(`(^|\\r\\n|${BREAK}) {4}`, 'g'), '$1');
    sections.at(-1)?.frames.push({ frameId: '', type: unshown(type), agent: unshown(agent), content });
  }
  return sections;
}

const BREAK = '[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]';
const SHOWN = '`[^`]*`|\\S+';
const BLOCK = new RegExp(
  `^(?:## (?<heading>${SHOWN})\\n)?### (?<type>${SHOWN}) by (?<agent>${SHOWN})(?:\\n(?<body>[^]*))?$`,
);

function unshown(name: string): string {
  if (!name.startsWith('`')) return name;
  return name
    .slice(1, -1)
    .replace(/\\u\{([0-9a-f]+)\}/g, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16)));
}

const hostile = [
  '## forged\n    content',
  '\n\n## forged',
  'a\r## forged',
  'a\r\n\r\n## forged\r\n',
  '\u2028## forged\u2029### note by person',
  '\v## forged\f## forged\u0085## forged\x1c## forged',
  '[2 of 3 lines left out]',
  '    ## looks nested',
  '\0\x1b[2K\x7f',
  '```\n## forged\n```',
  '',
  '\n',
  '\n\n\n',
  '\r',
  '\ufeff## forged',
  '\u{1f600}',
];
const content = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), fc.lorem());
const word = fc.oneof(
  fc.constantFrom('a', 'by', 'a by b', '`', '``', '\\', '\\u{a}', '\n', '## x', '__init__.py', '', '\u202ea'),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const frames = fc.uniqueArray(
  fc.record({ frameId: fc.stringMatching(/^[0-9a-f]{4}$/), type: word, agent: word, content }),
  { selector: ({ frameId }) => frameId, minLength: 1, maxLength: 4 },
);
const sections = fc.uniqueArray(fc.record({ name: word, frames }), {
  selector: ({ name }) => name,
  maxLength: 5,
});

describe('concatenation', () => {
  test('shows children by name, with their contents moved to the right', () => {
    expect(check([child('b.ts', 'Reads bytes.\n'), child('a.ts', 'Parses.\n\nThen stops.')])).toBe(
      '## a.ts\n    Parses.\n\n    Then stops.\n\n## b.ts\n    Reads bytes.\n',
    );
  });

  test('nests what was synthesised below it', () => {
    const inner = check([child('deep.ts', '# Title\nLine.')]);
    const middle = check([child('inner', inner), child('z.ts', 'End.')]);
    expect(check([child('lib', middle)])).toBe(
      [
        '## lib',
        '    ## inner',
        '        ## deep.ts',
        '            # Title',
        '            Line.',
        '',
        '    ## z.ts',
        '        End.',
        '',
      ].join('\n'),
    );
  });

  test('labels frames where there are several, or all types are taken', () => {
    expect(check([child('a', 'one')], concatenation, { inputType: '*' })).toBe(
      '## a\n### note by person\n    one\n',
    );
    const several = [frame('two', { type: 'note' }), frame('one', { type: 'digest', agent: 'digest' })];
    expect(check([{ name: 'a', frames: several }])).toBe(
      '## a\n### digest by digest\n    one\n\n### note by person\n    two\n',
    );
  });

  test.each([
    ['no children', []],
    ['children without frames', [child('a'), child('b')]],
  ])('says in one line that there is nothing in %s', (_, none) => {
    expect(check(none)).toBe('[no child has a frame to show]\n');
    expect(check(none, { policy: 'summarisation', version: 1 })).toBe(check(none));
    expect(check(none, filtering({ types: ['note'] }))).toBe(check(none));
  });

  test('is the same text in whatever order sections and frames come', () => {
    const shuffled = sections.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(list, { minLength: list.length }),
        fc.constantFrom('note', '*'),
        fc.constantFrom<CanonicalValue>(
          concatenation,
          { policy: 'summarisation', version: 1, maxLines: 2 },
          filtering({ contains: ['a', 'forged'] }),
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([list, other, inputType, policy]) => {
        const turned = other.map(({ name, frames }) => ({ name, frames: frames.toReversed() }));
        expect(check(turned, policy, { inputType })).toBe(check(list, policy, { inputType }));
      }),
    );
  });

  test('takes two sections of one name for one', () => {
    const [one, two] = [frame('1', { frameId: 'frame:1' }), frame('2', { frameId: 'frame:2' })];
    const apart = [
      { name: 'a', frames: [two] },
      { name: 'a', frames: [one] },
    ];
    expect(check(apart)).toBe(check([{ name: 'a', frames: [one, two] }]));
  });

  test('can be read back, whatever names and contents are', () => {
    fc.assert(
      fc.property(sections, (list) => {
        fc.pre(list.length > 0);
        const text = check(list, concatenation, { inputType: '*' });
        const told = new Map(list.map(({ name, frames }) => [name, frames]));
        const read = readSections(text);
        expect(read.map(({ name }) => name).toSorted()).toEqual([...told.keys()].toSorted());
        for (const { name, frames } of read)
          expect(facts(frames)).toEqual(facts(endless(told.get(name) ?? [])));
      }),
      { numRuns: 500 },
    );
  });

  test.each(hostile)('has only its own lines at the margin around %j', (text) => {
    const lines = check([child('a', text), child('b', 'x')]).split(new RegExp(BREAK));
    expect(lines.filter((line) => /^\S/.test(line) && !line.startsWith('\ufeff'))).toEqual(['## a', '## b']);
  });

  test('leaves out whole sections that do not fit, and says which', () => {
    const big = 'x'.repeat(synthesisLimits.textBytes);
    const half = `${'é'.repeat(1_000_000)}\n`;
    const text = check([
      child('a', half),
      child('b', big),
      child('c', half),
      child('d', half),
      child('e', 'y'),
    ]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(synthesisLimits.textBytes);
    expect(text.match(/^## .*$/gm)).toEqual(['## a', '## c', '## e']);
    expect(text).toMatch(/\n\n\[2 of 5 sections left out to stay within 4194304 bytes: b, d\]\n$/);
  });

  test('stays within its bound to the byte, with the longest names left out', () => {
    const room = synthesisLimits.textBytes - '## a\n    \n\n'.length;
    expect(check([child('a', 'x'.repeat(room))])).not.toContain('left out');
    expect(check([child('a', 'x'.repeat(room + 1))])).toMatch(/^\[1 of 1 sections left out /);
    const close = check([child('a', 'x'.repeat(room - 9)), child('b', 'y'.repeat(99))]);
    expect(close).toMatch(/^## b\n {4}y+\n\n\[1 of 2 sections left out .*: a\]\n$/);
    const long = (mark: string) => `${'\u{e0001}'.repeat(300)}${mark}`;
    const names = ['1', '2', '3', '4', '5'].map(long);
    const text = check([child('a', 'x'.repeat(room - 1280)), ...names.map((name) => child(name, 'y'))]);
    expect(text).toMatch(/\[5 of 6 sections left out .*, .*, .* and 2 more\]\n$/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(synthesisLimits.textBytes);
  });

  test('refuses a content that is no text', () => {
    expect(() => check([child('a', 'x\ud800')])).toThrow(
      expect.objectContaining({ code: 'synthesis-failed', message: 'a frame of `a` holds a lone surrogate' }),
    );
  });

  /** What is shown of a content is all but the line break at its end. */
  function endless(list: readonly SectionFrame[]): readonly SectionFrame[] {
    return list.map((one) => ({ ...one, content: one.content.replace(/\r?\n$/, '') }));
  }

  function facts(list: readonly SectionFrame[]): readonly string[] {
    return list.map(({ type, agent, content }) => JSON.stringify([type, agent, content])).toSorted();
  }
});
