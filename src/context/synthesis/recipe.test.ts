// Recipes and policies: what is read, what is refused and with which words, and that reading loses nothing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CanonicalValue, canonicalText, PenumbraError } from '../../kernel/index.ts';
import { defineCustomPolicies, readPolicy } from './custom-policies.ts';
import { parseRecipe, recipeValue, type SynthesisRecipe } from './recipe.ts';

const custom = defineCustomPolicies({ name: 'first-lines', version: 3, apply: () => '' });

function faultOf(act: () => unknown): { readonly code: string; readonly message: string } {
  try {
    return { code: 'none', message: JSON.stringify(act()) };
  } catch (error) {
    if (!(error instanceof PenumbraError)) throw error;
    expect(error.hint).toMatch(/\S/);
    return { code: error.code, message: error.message };
  }
}

describe('a recipe', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
  const typeName = fc.stringMatching(/^[a-z][a-z0-9._-]{0,8}$/);
  const list = (item: fc.Arbitrary<string>) => fc.array(item, { minLength: 1, maxLength: 3 });
  const options: fc.Arbitrary<CanonicalValue> = fc.letrec<{ value: CanonicalValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.bigInt().filter((number) => !Number.isSafeInteger(Number(number))),
      fc.maxSafeInteger().map((number) => number || 0),
      fc.constantFrom(null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  const version = fc.constant(1 as const);
  const policy = fc.oneof(
    fc.record({ policy: fc.constant('concatenation' as const), version }),
    fc.record(
      {
        policy: fc.constant('summarisation' as const),
        version,
        maxLines: fc.integer({ min: 1, max: 1000 }),
        maxBytes: fc.integer({ min: 2048, max: 4_194_304 }),
      },
      { requiredKeys: ['policy', 'version'] },
    ),
    fc.record({
      policy: fc.constant('filtering' as const),
      version,
      keep: fc
        .record(
          { types: list(typeName), agents: list(text), names: list(text), contains: list(text) },
          { requiredKeys: [] },
        )
        .filter((keep) => Object.keys(keep).length > 0),
    }),
    fc.record(
      { policy: fc.constant('first-lines'), version: fc.integer({ min: 1, max: 2 ** 40 }), options },
      { requiredKeys: ['policy', 'version'] },
    ),
  );
  const recipe: fc.Arbitrary<SynthesisRecipe> = fc.record({
    policy,
    inputType: fc.oneof(typeName, fc.constant('*')),
    outputType: typeName,
  });

  test('is read back from its value, byte for byte', () => {
    fc.assert(
      fc.property(recipe, (made) => {
        const value = recipeValue(made);
        const again = parseRecipe(value);
        expect(canonicalText(again)).toBe(canonicalText(made));
        expect(canonicalText(recipeValue(again))).toBe(canonicalText(value));
        expect(parseRecipe(recipeValue(again))).toEqual(again);
      }),
    );
  });

  test('cannot be changed once it is read', () => {
    const keep = { types: ['note'] };
    const value = { policy: { policy: 'filtering', version: 1, keep }, inputType: '*', outputType: 'all' };
    const read = parseRecipe(value);
    keep.types.push('secret');
    expect(read.policy).toEqual({ policy: 'filtering', version: 1, keep: { types: ['note'] } });
    expect(Object.isFrozen((read.policy as { readonly keep: object }).keep)).toBe(true);
  });

  test.each<[policy: CanonicalValue, message: RegExp]>([
    ['concatenation', /`policy` needs a mapping with policy, version/],
    [null, /`policy` needs a mapping/],
    [{ version: 1 }, /`policy` is missing in `policy`/],
    [{ policy: 'concatenation' }, /`version` is missing in `policy`/],
    [{ policy: 'concatenation', version: 2 }, /`policy.version` needs one of 1/],
    [{ policy: 'concatenation', version: 1, maxLines: 3 }, /`maxLines` is not a key of `policy`/],
    [{ policy: 'summarisation', version: 1, maxline: 3 }, /did you mean `maxLines`/],
    [{ policy: 'summarisation', version: 1, maxLines: 0 }, /`policy.maxLines` needs a whole number from 1/],
    [{ policy: 'summarisation', version: 1, maxBytes: 100 }, /needs a whole number from 2048 to 4194304/],
    [{ policy: 'filtering', version: 1 }, /`keep` is missing/],
    [{ policy: 'filtering', version: 1, keep: {} }, /`policy.keep` needs one of types, agents/],
    [{ policy: 'filtering', version: 1, keep: { types: [] } }, /`policy.keep.types` needs at least one type/],
    [{ policy: 'filtering', version: 1, keep: { types: ['No'] } }, /`policy.keep.types.0` needs the name/],
    [{ policy: 'filtering', version: 1, keep: { contains: [''] } }, /needs a text of 1 to 1000/],
    [{ policy: 'filtering', version: 1, keep: { __proto__: null, type: ['note'] } }, /did you mean `types`/],
    [{ policy: 'filterng', version: 1, keep: {} }, /`keep` is not a key .*\(did you mean `filtering`\?\)/],
    [{ policy: 'Concatenation', version: 1 }, /needs the name of a policy.*did you mean `concatenation`/],
    [{ policy: 'constructor', version: 1, keep: {} }, /`keep` is not a key of `policy`$/],
    [{ policy: 'first-lines', version: 0 }, /`policy.version` needs a whole number from 1/],
  ])('is not taken with the policy %j', (policy, message) => {
    const fault = faultOf(() => parseRecipe({ policy, inputType: 'note', outputType: 'summary' }));
    expect(fault).toEqual({ code: 'synthesis-failed', message: expect.stringMatching(message) });
  });

  test.each<[value: CanonicalValue, message: RegExp]>([
    [[], /the recipe needs a mapping/],
    [{ inputType: 'a', outputType: 'b' }, /`policy` is missing in the recipe/],
    [{ inputType: '**', outputType: 'b' }, /missing|inputType/],
    [{ inputTyp: 'a', outputType: 'b' }, /did you mean `inputType`/],
  ])('is not taken as %j', (value, message) => {
    const fault = faultOf(() => parseRecipe(value));
    expect(fault).toEqual({ code: 'synthesis-failed', message: expect.stringMatching(message) });
  });

  test.each([
    ['*', '*'],
    ['Note', 'summary'],
    ['note', ''],
    ['note', 'a b'],
  ])('is not taken from type `%s` to type `%s`', (inputType, outputType) => {
    const policy = { policy: 'concatenation', version: 1 };
    expect(faultOf(() => parseRecipe({ policy, inputType, outputType })).message).toMatch(/of a frame type$/);
  });
});

describe('a typed policy', () => {
  test.each([
    ['concatenation', { policy: 'concatenation', version: 1 }],
    [' summarisation\n', { policy: 'summarisation', version: 1 }],
    ['{"policy": "summarisation", "maxLines": 3}', { policy: 'summarisation', version: 1, maxLines: 3 }],
    [
      '{"keep": {"names": ["*.ts"]}, "version": 1, "policy": "filtering"}',
      { policy: 'filtering', version: 1, keep: { names: ['*.ts'] } },
    ],
    ['first-lines', { policy: 'first-lines', version: 3 }],
    [
      '{"policy":"first-lines","version":2,"options":[1]}',
      { policy: 'first-lines', version: 2, options: [1] },
    ],
  ])('`%s` is read', (text, expected) => {
    expect(readPolicy(text, { custom })).toEqual(expected);
  });

  test.each([
    ['concatination', 'unknown policy `concatination` (did you mean `concatenation`?)'],
    ['first-line', 'unknown policy `first-line` (did you mean `first-lines`?)'],
    ['', 'unknown policy ``'],
    ['concat', 'unknown policy `concat`'],
    ['filtering', '`keep` is missing in the policy'],
    ['{"policy"', '`{"policy"` is not JSON'],
    ['{}', 'the policy has no name under `policy`'],
    ['{"policy": ["filtering"]}', 'the policy has no name under `policy`'],
    ['{"policy": "__proto__"}', 'unknown policy `__proto__`'],
    [
      '{"policy": "summarisation", "maxLines": 2.5}',
      'the policy has no canonical form: the float 2.5 at $.maxLines',
    ],
    ['{"policy": "concatenation", "__proto__": 1}', '`__proto__` is not a key of the policy'],
    [
      `{"policy": "first-lines", "options": ${'['.repeat(600)}${']'.repeat(600)}}`,
      expect.stringMatching(/nesting deeper than 512/),
    ],
    [`{"policy": "${'x'.repeat(70_000)}"}`, 'the policy is longer than 65536 characters'],
  ])('`%s` is refused', (text, message) => {
    expect(faultOf(() => readPolicy(text, { custom }))).toEqual({ code: 'usage', message });
  });
});
