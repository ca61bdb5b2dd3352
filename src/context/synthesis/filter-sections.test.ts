// What a filter keeps, and that nothing else has a say.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CanonicalValue } from '../../kernel/index.ts';
import { applyPolicy } from './apply-policy.ts';
import { parseRecipe } from './recipe.ts';
import { type SectionFrame, type SynthesisSection, synthesisLimits } from './synthesis-policy.ts';

function check(sections: readonly SynthesisSection[], keep: CanonicalValue): string {
  const policy = { policy: 'filtering', version: 1, keep };
  const recipe = parseRecipe({ policy, inputType: 'note', outputType: 'summary' });
  return applyPolicy(recipe, sections, { custom: new Map() });
}

function frame(content: string, { type = 'note', agent = 'person' } = {}): SectionFrame {
  return { frameId: `frame:${content}`, type, agent, content };
}

function child(name: string, content: string): SynthesisSection {
  return { name, frames: [frame(content)] };
}

describe('filtering', () => {
  const list = [
    child('a.ts', 'alpha'),
    child('b.md', 'beta'),
    { name: 'c.ts', frames: [frame('gamma', { type: 'digest', agent: 'digest' }), frame('delta')] },
  ];

  test.each<[keep: CanonicalValue, headings: readonly string[], contents: readonly string[]]>([
    [{ types: ['digest'] }, ['c.ts'], ['gamma']],
    [{ agents: ['person'] }, ['a.ts', 'b.md', 'c.ts'], ['alpha', 'beta', 'delta']],
    [{ names: ['*.ts'] }, ['a.ts', 'c.ts'], ['alpha', 'gamma', 'delta']],
    [{ names: ['[ab].*', 'x'] }, ['a.ts', 'b.md'], ['alpha', 'beta']],
    [{ contains: ['lph', 'amm'] }, ['a.ts', 'c.ts'], ['alpha', 'gamma']],
    [{ contains: ['a'], names: ['*.ts'], types: ['note'] }, ['a.ts', 'c.ts'], ['alpha', 'delta']],
    [{ types: ['nothing'] }, [], []],
  ])('with %j keeps %j', (keep, headings, contents) => {
    const text = check(list, keep);
    expect(text.match(/(?<=^## ).*$/gm) ?? []).toEqual(headings);
    expect(text.match(/(?<=^ {4}).*$/gm) ?? []).toEqual(contents);
  });

  test('matches names by their characters beyond ASCII, too', () => {
    expect(check([child('größe', 'x')], { names: ['gr*ö*e'] })).toBe('## größe\n    x\n');
    expect(check([child('größe', 'x')], { names: ['größ'] })).not.toContain('größe');
  });

  test('is not touched by what it leaves out, not even by its size or form', () => {
    const content = fc.oneof(fc.constantFrom('## forged', '\r\n\0', ''), fc.string({ unit: 'binary' }));
    const named = fc.tuple(fc.string({ unit: 'binary', maxLength: 4 }), content);
    const left = fc.array(fc.oneof(named, fc.tuple(fc.string(), fc.constant('\ud800'))));
    fc.assert(
      fc.property(fc.array(named), left, (told, added) => {
        const kept = told.map(([name, text]) => ({ name, frames: [frame(text, { agent: 'kept' })] }));
        const others = added.map(([name, text]) => child(name, text));
        const keep = { agents: ['kept'] };
        expect(check([...others, ...kept], keep)).toBe(check(kept, keep));
      }),
    );
    const huge = 'x'.repeat(2 * synthesisLimits.textBytes);
    expect(check([child('a', 'keep'), child('b', huge)], { contains: ['keep'] })).toBe('## a\n    keep\n');
  });
});
