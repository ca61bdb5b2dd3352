/** Nesting: definitions that nodes of other definitions walk. */
import { describe, expect, test } from 'vitest';
import { createLoader, type Texts } from '../../../test/pipeline/load-texts.ts';
import { loadPipeline } from '../index.ts';

const base = `pipeline: tiny
vars: {sure: 0.5}
nodes: [{name: look}]
edges: [{id: found, from: look, to: _done, when: output.confidence >= config.sure}]
start: look
`;

const { load, refusal } = createLoader({ tiny: base });

describe('a nested definition', () => {
  const outer = (inner: string, name = 'outer') =>
    `pipeline: ${name}\nnodes: [{name: a, pipeline: ${inner}}]\nstart: a`;

  test('is loaded with it, once, whoever walks it', () => {
    const text =
      'pipeline: p\nnodes: [{name: a, pipeline: tiny}, {name: b, pipeline: tiny}, {name: c, pipeline: mid}]\nstart: a';
    const { nested } = load(text, { tiny: base, mid: outer('tiny', 'mid') });
    expect(Object.keys(nested)).toEqual(['tiny', 'mid']);
    expect(nested.mid?.nested.tiny).toBe(nested.tiny);
    expect(nested.tiny).toEqual(load(base));
  });

  test('decides the hash of what walks it', () => {
    const changed = { tiny: base.replace('0.5', '0.6') };
    expect(load(outer('tiny'), changed).hash).not.toBe(load(outer('tiny')).hash);
  });

  test.each<[string, string, Texts, string]>([
    ['missing', outer('gone'), {}, '2:19: no definition is called `gone`'],
    [
      'broken',
      outer('b'),
      { b: 'pipeline: b' },
      '2:19: `b` cannot be loaded: 1:1: `nodes` is missing in a pipeline',
    ],
    ['what walks it', outer('outer'), { outer: outer('outer') }, '2:19: `outer` leads back to itself'],
    [
      'in a circle',
      outer('b'),
      { b: outer('outer', 'b') },
      '2:19: `b` cannot be loaded: 2:19: `outer` leads back to itself',
    ],
    [
      'extending what walks it',
      outer('b'),
      { b: 'pipeline: b\nextends: outer', outer: outer('b') },
      'leads back to itself',
    ],
    ['known by another name to itself', outer('b'), { b: outer('b', 'other') }, 'leads back to itself'],
  ])('that is %s is refused', (_what, text, texts, message) => {
    expect(refusal(text, texts)).toContain(message);
  });

  test('shared by many is read once', () => {
    let reads = 0;
    const wide = (name: string) => {
      reads++;
      const next = Number(name.slice(1)) + 1;
      const inner =
        next > 6 ? '{name: z}' : [0, 1, 2].map((i) => `{name: n${i}, pipeline: p${next}}`).join(', ');
      return `pipeline: ${name}\nnodes: [${inner}]\nstart: ${next > 6 ? 'z' : 'n0'}`;
    };
    loadPipeline(wide('p0'), { resolve: wide });
    expect(reads).toBeLessThan(20);
  });
});
