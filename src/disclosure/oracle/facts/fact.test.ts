// Facts are only read from contents that were written as facts.
import { describe, expect, test } from 'vitest';
import { fact } from '../../../../test/lens/sample-world.ts';
import { canonicalize, canonicalShortHash, type FrameId } from '../../../kernel/index.ts';
import { factType, toFact } from './fact.ts';
import { writeFact } from './write-fact.ts';

const handle = `frame:${'a'.repeat(64)}` as FrameId;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const draft = fact(
  { name: 'Vermithrax', hoard: [1, 2] },
  { gist: 'a dragon', precise: ['/hoard/1', 'name'], entity: '__proto__', tiers: { '/hoard': 'SEEN' } },
);

describe('a fact', () => {
  test('is read back with handle and fact id, and frozen', () => {
    const { content, text } = writeFact(draft);
    const read = toFact(handle, bytesOf(text));
    expect(read).toEqual({ ...content, handle, factId: canonicalShortHash(draft.payload) });
    expect([read, read?.payload, read?.provenance].every(Object.isFrozen)).toBe(true);
    expect(factType.check?.(content as never)).toBeNull();
  });

  test('is what was handed in, whatever becomes of that', () => {
    const payload = { name: 'first' };
    const { content } = writeFact(fact(payload));
    payload.name = 'second';
    expect(content.payload).toEqual({ name: 'first' });
  });

  test.each<[string, string]>([
    ['not canonical', ' {}'],
    ['not JSON', 'Vermithrax'],
    ['null', 'null'],
    ['a list', '[]'],
  ])('is not what is %s', (_name, text) => {
    expect(toFact(handle, bytesOf(text))).toBeNull();
  });

  test('is not without any of its fields', () => {
    const { content } = writeFact(fact('x'));
    for (const field of Object.keys(content)) {
      const { [field]: _, ...rest } = content as unknown as Record<string, unknown>;
      expect(toFact(handle, canonicalize(rest))).toBeNull();
    }
  });

  test('may nest deep, and not without end', () => {
    const nested = (levels: number) => Array.from({ length: levels }).reduce<object>((inner) => [inner], []);
    expect(() => writeFact(fact(nested(127) as never))).not.toThrow();
    expect(() => writeFact(fact(nested(128) as never))).toThrow('not a fact');
  });
});
