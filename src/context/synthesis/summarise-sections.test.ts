// Summaries: which lines they show, that they count what they leave out, and that they keep to their bounds.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPolicy } from './apply-policy.ts';
import { parseRecipe } from './recipe.ts';
import type { SynthesisSection } from './synthesis-policy.ts';

type Bounds = { readonly maxLines?: number; readonly maxBytes?: number };

function check(sections: readonly SynthesisSection[], bounds: Bounds = {}, inputType = 'note'): string {
  const policy = { policy: 'summarisation', version: 1, ...bounds };
  const recipe = parseRecipe({ policy, inputType, outputType: 'summary' });
  return applyPolicy(recipe, sections, { custom: new Map() });
}

function child(name: string, ...contents: readonly string[]): SynthesisSection {
  const frames = contents.map((content, index) => ({
    frameId: `frame:${index}`,
    type: 'note',
    agent: 'person',
    content,
  }));
  return { name, frames };
}

const licence = 'Licensed to you under the licence of this project.';
const parser = child('parser', `${licence}\n${licence}\nReads headers from a stream.\n${licence}\n`);
const socket = child('socket', `${licence}\n${licence}\n${licence}\nOpens connections with a deadline.\n`);

describe('a summary', () => {
  test('shows what a section has alone before what all have', () => {
    expect(check([parser, socket, child('other', licence)], { maxLines: 1 })).toBe(
      [
        '## other',
        `    ${licence}`,
        '',
        '## parser',
        '    Reads headers from a stream.',
        '[3 of 4 lines left out]',
        '',
        '## socket',
        '    Opens connections with a deadline.',
        '[3 of 4 lines left out]',
        '',
      ].join('\n'),
    );
  });

  test('shows lines in the order of the source, without blank ones', () => {
    const text = check([child('a', 'one thing\r\n\r\n \t\nanother thing\n'), child('b', 'third')]);
    expect(text).toBe('## a\n    one thing\n    another thing\n\n## b\n    third\n');
  });

  test('takes the first of equal lines', () => {
    const lines = Array.from({ length: 30 }, () => 'same words again');
    expect(
      check([child('a', lines.map((line, index) => `${line}${' '.repeat(index)}`).join('\n'))], {
        maxLines: 2,
      }),
    ).toBe('## a\n    same words again\n    same words again \n[28 of 30 lines left out]\n');
  });

  test('labels frames where there are several, and counts their lines together', () => {
    const text = check([child('a', 'first\nx', 'second\ny')], { maxLines: 2 });
    expect(text).toBe(
      '## a\n### note by person\n    first\n\n### note by person\n    second\n[2 of 4 lines left out]\n',
    );
  });

  test('tells an early line from a later one that says a little more', () => {
    const lines = ['alpha beta', 'gamma delta epsilon', 'zeta eta theta iota kappa lambda'];
    const told = (count: number) => check([child('a', lines.slice(0, count).join('\n'))], { maxLines: 1 });
    expect(told(2)).toContain('    alpha beta\n');
    expect(told(3)).toContain('    zeta eta theta');
  });

  test('brings the headings of a line out of what was synthesised below, which are not counted', () => {
    const inner = check([parser, socket], { maxLines: 1 });
    expect(check([child('lib', inner), child('b', licence)], { maxLines: 1 })).toBe(
      [
        '## b',
        `    ${licence}`,
        '',
        '## lib',
        '    ## parser',
        '        Reads headers from a stream.',
        '[4 of 6 lines left out]',
        '',
      ].join('\n'),
    );
  });

  test('shows no heading without a line below it', () => {
    const text = check([child('lib', '## alpha-beta-gamma-delta\n    Stops.\n')], { maxLines: 1 });
    expect(text).toBe('## lib\n    ## alpha-beta-gamma-delta\n        Stops.\n');
  });

  test('does not repeat what a synthesis below said of itself', () => {
    const inner = check([parser, socket], { maxLines: 1 });
    const text = check([child('lib', inner), child('none', check([]))]);
    expect(text.match(/^ *\[.*$/gm)).toEqual(['[2 of 6 lines left out]', '[1 of 1 lines left out]']);
  });

  test('shows a Markdown heading as a line', () => {
    expect(check([child('README.md', '## Usage\nRun it.')])).toBe(
      '## README.md\n    ## Usage\n    Run it.\n',
    );
  });

  test('says that nothing of a section fits, and leaves out sections that do not fit at all', () => {
    const wide = child('wide', 'x'.repeat(5_000));
    expect(check([wide], { maxBytes: 2048 })).toBe('## wide\n[1 of 1 lines left out]\n');
    const many = Array.from({ length: 300 }, (_, index) => child(`file-${index}`, 'word'));
    const text = check(many, { maxBytes: 2048 });
    expect(text).toMatch(/\[\d+ of 300 sections left out to stay within 2048 bytes: .*\]\n$/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
  });

  test('does not let a long child crowd out the others', () => {
    const long = child(
      'a',
      Array.from({ length: 900 }, (_, index) => `word${index} of the first child`).join('\n'),
    );
    const text = check([long, child('b', 'the only line of b'), child('c', 'the only line of c')], {
      maxLines: 1000,
      maxBytes: 2048,
    });
    expect(text).toContain('    the only line of b\n');
    expect(text).toContain('    the only line of c\n');
  });

  test('counts all lines of a child that is longer than what is looked at', () => {
    const text = check([child('a', 'line\n'.repeat(50_000))], { maxLines: 1 });
    expect(text).toBe('## a\n    line\n[49999 of 50000 lines left out]\n');
  });

  test('keeps to its bounds and counts exactly, with whole lines in their order, whatever it is told', () => {
    const line = fc.oneof(
      fc.lorem({ maxCount: 6 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '',
        '## x',
        '    ## x',
        '        y',
        '### x',
        '[1 of 2 lines left out]',
        'z'.repeat(1000),
      ),
    );
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    const sections = fc.uniqueArray(
      fc.tuple(fc.stringMatching(/^[a-z]{1,9}$/), fc.array(text, { minLength: 1, maxLength: 3 })),
      { selector: ([name]) => name, minLength: 1, maxLength: 12 },
    );
    const bounds = fc.record({
      maxLines: fc.integer({ min: 1, max: 6 }),
      maxBytes: fc.integer({ min: 2048, max: 4096 }),
    });
    fc.assert(
      fc.property(sections, bounds, fc.constantFrom('note', '*'), (list, bound, inputType) => {
        const told = list.map(([name, contents]) => child(name, ...contents));
        const summary = check(told, bound, inputType);
        expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(bound.maxBytes);
        for (const { name, shown, notice } of shownSections(summary)) {
          const source = (list.find(([one]) => one === name)?.[1] ?? []).flatMap(nonBlankLines);
          const told = shown.filter((one) => !/^ *###? /.test(one));
          expect(told.length).toBeLessThanOrEqual(bound.maxLines);
          expect(isSubsequence(shown, source)).toBe(true);
          const left = source.length - shown.length;
          expect(notice).toBe(left === 0 ? undefined : `[${left} of ${source.length} lines left out]`);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const BREAKS = '\n\v\f\r\x1c-\x1e\x85\u2028\u2029';

function nonBlankLines(text: string): string[] {
  return text.split(new RegExp(`\r\n|[${BREAKS}]`)).filter((line) => line.trim() !== '');
}

/** Returns the sections of a summary as a reader sees them. */
function shownSections(summary: string) {
  const parts = summary.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
  return parts.map((part) => {
    const lines = part.split('\n');
    return {
      name: lines[0]?.slice('## '.length),
      shown: lines.filter((line) => line.startsWith('    ')).map((line) => line.slice(4)),
      notice: lines.find((line) => /^\[.* lines left out\]$/.test(line)),
    };
  });
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const item of whole) if (item === part[at]) at++;
  return at === part.length;
}
