// Where to look: what frames and tests name first, wider at each visit, and what a review challenged before all.
import { expect, test } from 'vitest';
import { failure, trace } from '../../../test/support/sample-blocks.ts';
import { type SampleBlock, samplePack } from '../../../test/support/sample-pack.ts';
import type { StepBounds } from './read-case-pack.ts';
import { resolveCase } from './resolve-case.ts';

const suspect = (path: string, handle: string) => ({ path, score: 1, confidence: 0.1, handle });
const investigated: SampleBlock = {
  type: 'investigate',
  data: {
    rca_message: '',
    defect_type: 'product_bug',
    suspects: [suspect('lib/tax/rate.js', 'frame:rate'), suspect('core/deep/er/x.js', 'frame:x')],
    commits: [],
    convergence_score: 0.4,
    evidence_refs: ['frame:rate', 'frame:x'],
  },
};
const remand: SampleBlock = {
  kind: 'remand',
  payload: {
    target: 'resolve',
    challenged_evidence: [{ index: 1, reason: 'the quote is stale' }],
    alternative_hypothesis: 'the rounding in lib/money.ts is wrong.',
    specific_questions: ['does Cart.java call it?'],
  },
};
const frames = trace([{ kind: 'own', file: 'src/shop/cart/cart.js' }]);
const inPython = failure({ tests: [{ suite: 'x', name: 'y', file: 'tests/shop/test_tax.py' }] });

function focusOf(blocks: readonly SampleBlock[], step: Partial<StepBounds> = {}): readonly string[] {
  const { data } = resolveCase(samplePack(blocks, step));
  const [repository] = data.selected_repos as unknown as { focus_paths: string[] }[];
  return repository?.focus_paths ?? [];
}

test.each<[string, SampleBlock[], Partial<StepBounds>, string[]]>([
  ['nothing named', [], {}, []],
  ['frames, then the package of the test', [failure(), frames], {}, ['src/shop/cart', 'com/example/cart']],
  ['the folder that mirrors the test file', [inPython], {}, ['shop']],
  [
    'the package of a test file in a Maven layout',
    [failure({ tests: [{ suite: 's', name: 'n', file: 'core/src/test/java/x/y/CartTest.java' }] })],
    {},
    ['x/y'],
  ],
  [
    'the component that an edge set',
    [frames],
    { meta: { component: 'src/tax' } },
    ['src/tax', 'src/shop/cart'],
  ],
  [
    'the second visit',
    [frames, investigated],
    { visit: 2 },
    ['src/shop/cart', 'lib/tax', 'core/deep/er', 'src/shop'],
  ],
  ['the third visit', [frames], { visit: 3 }, ['src/shop/cart', 'src/shop', 'src']],
  [
    'a remand',
    [frames, investigated, remand],
    {},
    ['lib/money.ts', 'Cart.java', 'core/deep/er/x.js', 'src/shop/cart'],
  ],
])('%s', (_, blocks, step, expected) => {
  expect(focusOf(blocks, step)).toEqual(expected);
});

test('no visit repeats the one before, even where there is nothing to widen', () => {
  for (const blocks of [[], [frames], [frames, investigated, remand]]) {
    const visits = [1, 2, 3, 4, 5].map((visit) => JSON.stringify(resolveCase(samplePack(blocks, { visit }))));
    expect(new Set(visits).size).toBe(visits.length);
  }
});

test('names made to keep a search busy are passed quickly', () => {
  const giant = 'a.'.repeat(200_000);
  const began = process.cpuUsage();
  focusOf([
    {
      ...remand,
      payload: {
        target: '',
        challenged_evidence: [],
        alternative_hypothesis: giant,
        specific_questions: ['/a'.repeat(100_000)],
      },
    } as SampleBlock,
  ]);
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
