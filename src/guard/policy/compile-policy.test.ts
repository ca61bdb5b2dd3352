/** What a policy's text becomes: frozen, hashed, or refused at a place. */
import { describe, expect, test } from 'vitest';
import { changeSample, samplePolicy } from '../../../test/guard/sample-policy.ts';
import { PenumbraError } from '../../kernel/index.ts';
import { defineConditions, loadPolicy } from '../index.ts';

describe('loading a policy', () => {
  test('refuses at the first error, and carries all of them', () => {
    const broken = changeSample('modes: [work]', 'modes: [wrok]');
    try {
      loadPolicy(broken, { source: 'mine.yaml' });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(PenumbraError);
      expect(error).toMatchObject({
        code: 'invalid-configuration',
        message: 'mine.yaml:14:3: `work` is not a mode of this policy (did you mean `wrok`?)',
        hint: 'use one of wrok, or add it to `modes`',
        data: { source: 'mine.yaml', line: 14, column: 3, rule: 'unknown-mode' },
      });
      expect((error as PenumbraError).data.findings).toHaveLength(2);
    }
  });

  test('passes over warnings', () => {
    expect(loadPolicy(changeSample('yard/den: [has_contract]', 'shed: always')).name).toBe('sample');
  });

  test('freezes all of it', () => {
    const policy = loadPolicy(samplePolicy);
    const parts = [
      policy,
      policy.sets,
      policy.sets[0]?.commands[0],
      policy.operations[0],
      policy.visibility[1]?.answer,
    ];
    expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([]);
  });

  test('hashes what it decides, not how it is written', () => {
    const { hash } = loadPolicy(samplePolicy);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(loadPolicy(`# A comment\n${samplePolicy.replace('modes: [work]', 'modes:\n  - work')}`).hash).toBe(
      hash,
    );
    expect(loadPolicy(changeSample('- allow: READ', '- allow: file_read')).hash).toBe(hash);
    const others = [
      changeSample('policy: sample', 'policy: other'),
      changeSample('yard: always', 'yard: never'),
      changeSample('ROOT_YARD', 'YARD'),
      changeSample(', when: [has_contract] }', ' }'),
      changeSample('{ file: write }', '{ file: write }, whole_root: write'),
    ].map((text) => loadPolicy(text).hash);
    expect(new Set([hash, ...others]).size).toBe(others.length + 1);
  });

  test('knows registered conditions', () => {
    const text = changeSample('when: [has_contract]', 'when: [moon_is(full)]');
    const conditions = defineConditions([{ name: 'moon_is', argument: 'a phase', of: () => () => true }]);
    expect(loadPolicy(text, { conditions }).operations[1]?.conditions).toEqual(['moon_is(full)']);
    expect(() => loadPolicy(text)).toThrow('`moon_is(full)` is not a condition');
  });

  test.each([
    ['', 'policy.yaml:1:1: the policy needs a mapping with policy, modes'],
    ['x', 'policy.yaml:1:1: the policy needs a mapping'],
    [`# ${'x'.repeat(256 * 1024)}`, 'policy.yaml:1:1: the text is longer than 262144 characters'],
    [`a: ${'['.repeat(9_000)}`, 'policy.yaml:'],
    [`${'a: {'.repeat(20)}${'}'.repeat(20)}`, 'nesting deeper than 16'],
    ['? [a]\n: b', 'policy.yaml:1:3: a key needs to be a word'],
    ['a: 1\n---\nb: 2', 'policy.yaml:2:1: '],
    ['a: !x 1', 'policy.yaml:1:4: unresolved tag: !x'],
    ['__proto__: {}\nconstructor: 1', 'policy.yaml:1:1: '],
  ])('refuses what is no policy: %#', (text, refusal) => {
    expect(() => loadPolicy(text)).toThrow(refusal);
  });
});
