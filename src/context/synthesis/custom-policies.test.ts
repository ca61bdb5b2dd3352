// Registered policies: what they are told, and that whatever they do wrong is said in their name.
import { describe, expect, test } from 'vitest';
import { type CanonicalValue, limits } from '../../kernel/index.ts';
import { applyPolicy } from './apply-policy.ts';
import { type CustomPolicy, defineCustomPolicies } from './custom-policies.ts';
import { parseRecipe } from './recipe.ts';
import type { SectionFrame, SynthesisSection } from './synthesis-policy.ts';

function check(
  sections: readonly SynthesisSection[],
  policy: CanonicalValue,
  registered: CustomPolicy,
): string {
  const recipe = parseRecipe({ policy, inputType: 'note', outputType: 'summary' });
  return applyPolicy(recipe, sections, { custom: defineCustomPolicies(registered) });
}

function frame(content: string, { type = 'note', agent = 'person' } = {}): SectionFrame {
  return { frameId: `frame:${content}`, type, agent, content };
}

function child(name: string, content: string): SynthesisSection {
  return { name, frames: [frame(content)] };
}

describe('a registered policy', () => {
  const policy = { policy: 'names', version: 2, options: { separator: '+' } };
  const names: CustomPolicy = {
    name: 'names',
    version: 2,
    apply: (list, options) =>
      list
        .map(({ name }) => name)
        .join((options as { readonly separator?: string } | undefined)?.separator ?? ','),
  };
  const list = [child('b', 'x'), child('a', 'y')];

  test('gets the sections in order, and its options', () => {
    expect(check(list, policy, names)).toBe('a+b');
    expect(check(list, { policy: 'names', version: 2 }, names)).toBe('a,b');
  });

  test('cannot change what it is told, and the caller still can', () => {
    const changes: CustomPolicy = {
      ...names,
      apply: (told) => {
        for (const { frames } of told) (frames as SectionFrame[]).push(frame('forged'));
        return '';
      },
    };
    const frames = [frame('x')];
    expect(() => check([{ name: 'a', frames }], policy, changes)).toThrow(/`names` failed/);
    expect(Object.isFrozen(frames) || Object.isFrozen(frames[0])).toBe(false);
  });

  test.each<[what: string, apply: () => unknown, message: RegExp]>([
    ['throws', () => fail(new Error('no\nluck')), /^the policy `names` failed: `no\\u000aluck`$/],
    [
      'throws nothing useful',
      () => fail(null),
      /^the policy `names` failed: it threw a value of type object$/,
    ],
    ['returns nothing', () => undefined, /^the policy `names` returned no text but undefined$/],
    ['returns a promise', () => Promise.resolve('x'), /returned no text but object$/],
    ['returns half a character', () => '\ud800', /lone surrogate$/],
    ['returns too much', () => 'x'.repeat(limits.objectBytes + 1), /returned 67108865 bytes, more than/],
  ])('that %s is a failed synthesis that names it', (_, apply, message) => {
    const broken = { ...names, apply: apply as () => string };
    expect(() => check(list, policy, broken)).toThrow(
      expect.objectContaining({
        code: 'synthesis-failed',
        message: expect.stringMatching(message),
        hint: expect.any(String),
      }),
    );
  });

  test.each<[policy: CanonicalValue, message: string]>([
    [{ policy: 'name', version: 2 }, 'unknown policy `name` (did you mean `names`?)'],
    [
      { policy: 'concatination', version: 1 },
      'unknown policy `concatination` (did you mean `concatenation`?)',
    ],
    [
      { policy: 'names', version: 1 },
      'the policy `names` is registered in version 2, and version 1 is asked for',
    ],
  ])('%j is not known', (asked, message) => {
    expect(() => check(list, asked, names)).toThrow(
      expect.objectContaining({ code: 'synthesis-failed', message }),
    );
  });

  test.each([
    [{ name: 'concatenation' }, /exists already/],
    [{ name: 'Names' }, /not a name of a policy/],
    [{ version: 0 }, /whole number/],
    [{ version: 1.5 }, /whole number/],
  ])('is not taken with %j', (part, message) => {
    expect(() => defineCustomPolicies({ ...names, ...part })).toThrow(message);
  });

  test('has its name once', () => {
    expect(() => defineCustomPolicies(names, names)).toThrow('the policy `names` exists already');
  });

  function fail(cause: unknown): never {
    throw cause;
  }
});
