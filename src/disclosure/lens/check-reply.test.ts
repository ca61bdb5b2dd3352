// What an agent may say: only what it was told, within its contract, and nothing that is locked.
import { describe, expect, test } from 'vitest';
import { fact, packOf, policy } from '../../../test/lens/sample-world.ts';
import type { CanonicalValue } from '../../kernel/index.ts';
import type { OutputClass } from '../index.ts';
import { checkReply, compileGuard, parsePack } from './index.ts';

const guard = compileGuard([{ handle: 'locked:1', tokens: ['Vermithrax'] }]);

async function codes(
  reply: CanonicalValue,
  output: Partial<OutputClass> = {},
  forbidden: readonly string[] = [],
) {
  const directives = {
    output_class: { type: 'answer', ...output },
    channel_rules: { forbidden_content: forbidden },
    why_rule: 'rule-refs-only',
  };
  const { pack, envelope } = await packOf([fact('one')], {}, { ...policy, directives });
  const { ok, reasons } = checkReply(reply, { pack, envelope, guard });
  expect(ok).toBe(reasons.length === 0);
  return reasons.map(({ code }) => code);
}

describe('a reply', () => {
  test('may cite what was told, by label, handle or the beginning of one', async () => {
    const { pack, envelope } = await packOf([fact('one')]);
    const handle = parsePack(pack).citations.T1 as string;
    for (const cited of ['[T1]', handle, handle.slice(0, 22)])
      expect(checkReply({ because: [`see ${cited}.`] }, { pack, envelope, guard })).toEqual({
        ok: true,
        reasons: [],
      });
  });

  test.each<[string, CanonicalValue, string]>([
    ['a handle that was not told', `see frame:${'0'.repeat(64)}`, 'handle-not-allowed'],
    ['a short one', 'see frame:00000000', 'handle-not-allowed'],
    ['an ordinal', { 'locked:1': 'what is it' }, 'handle-not-allowed'],
    ['a rule that was not opened', 'by rule_ref:stealth-4', 'handle-not-allowed'],
    ['a label that is none', 'see [T2]', 'label-unknown'],
    ['a locked token', { answer: 'it is V-e-r-m-i-t-h-r-a-x' }, 'locked-token'],
    ['a locked token in Base64', btoa('it is Vermithrax.'), 'locked-token'],
  ])('may not hold %s', async (_name, reply, code) => {
    expect(await codes(reply)).toEqual([code]);
  });

  test('keeps to length, elements, forbidden words and schema', async () => {
    const schema = {
      type: 'object',
      required: ['cause'],
      properties: { cause: { type: 'string' }, score: { type: 'integer', maximum: 10 } },
      additionalProperties: false,
    };
    expect(await codes('ab', { length: { min_characters: 3 } })).toEqual(['too-short']);
    expect(await codes('abcd🐉', { length: { max_characters: 4 } })).toEqual(['too-long']);
    expect(await codes('abc🐉', { length: { max_characters: 4 } })).toEqual([]);
    expect(await codes({ cause: '' }, { required_elements: ['cause'] })).toEqual(['element-missing']);
    expect(await codes('The Cause: rust', { required_elements: ['cause'] })).toEqual([]);
    expect(await codes('as a language model', { forbidden_tokens: ['language model'] })).toEqual([
      'forbidden-content',
    ]);
    expect(await codes('roll d20', {}, ['d20'])).toEqual(['forbidden-content']);
    expect(await codes({ cause: 'rust', score: 10 }, { schema })).toEqual([]);
    expect(await codes({ score: 11, more: 1 }, { schema })).toEqual(['schema', 'schema', 'schema']);
    expect(await codes('rust', { schema })).toEqual(['schema']);
    expect(await codes({}, { schema: { oneOf: [] } })).toEqual(['schema']);
  });

  test('is not checked against the envelope of another pack', async () => {
    const { pack } = await packOf([fact('one')]);
    const { envelope } = await packOf([fact('two')]);
    expect(checkReply('fine', { pack, envelope, guard }).reasons).toEqual([{ code: 'pack-mismatch' }]);
  });

  test('is answered without its words', async () => {
    const { pack, envelope } = await packOf([fact('one')]);
    const { reasons } = checkReply({ Vermithrax: ['Vermithrax'] }, { pack, envelope, guard });
    expect(reasons).toHaveLength(2);
    expect(JSON.stringify(reasons)).not.toMatch(/vermithrax/i);
  });
});
