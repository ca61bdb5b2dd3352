// Every heuristic satisfies its schema, is canonical and cites only what the pack shows, whatever the pack
// holds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base, evidence, failure, priorCause, trace } from '../../../test/support/sample-blocks.ts';
import { type SampleBlock, samplePack } from '../../../test/support/sample-pack.ts';
import type { PromptPack } from '../../disclosure/lens/index.ts';
import { type Artifact, recordArtifact } from '../../pipeline/index.ts';
import { featureNames } from '../ranking/evidence-features.ts';
import { investigateCase } from './investigate-case.ts';
import { lightArtifacts } from './light-artifacts.ts';
import { reportCase } from './report-case.ts';
import { resolveCase } from './resolve-case.ts';
import { reviewCase } from './review-case.ts';
import { triageCase } from './triage-case.ts';

const heuristics = {
  triage: triageCase,
  resolve: resolveCase,
  investigate: investigateCase,
  review: reviewCase,
  report: reportCase,
};

function check(type: keyof typeof heuristics, pack: PromptPack): Artifact {
  const artifact = heuristics[type](pack);
  const { confidence, data } = artifact;
  expect(artifact.type).toBe(type);
  expect(
    lightArtifacts[type].safeParse(confidence === undefined ? data : { ...data, confidence }).error,
  ).toBeUndefined();
  expect(() => recordArtifact(artifact)).not.toThrow();
  const told = new Set(pack.truth.map(({ handle }) => handle));
  const cited = JSON.stringify(data).matchAll(/"(frame:[^"]*)"/g);
  for (const [, handle = ''] of cited) expect(told).toContain(handle);
  expect(heuristics[type](pack)).toEqual(artifact);
  return artifact;
}

const giant = fc.constantFrom(
  'x'.repeat(20_000),
  'Error: '.repeat(3_000),
  '😀'.repeat(600),
  '`\n'.repeat(500),
);
const word = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'a/b.ts',
      '/x/src/y.js',
      'org.x.FooTest',
      '..',
      'beforeAll',
      "No module named 'x'",
    ),
  },
  { weight: 1, arbitrary: giant },
);
const frame = fc.record(
  {
    kind: fc.constantFrom('own', 'library', 'runner', 'generated'),
    function: word,
    module: word,
    file: word,
    line: fc.integer({ min: 1 }),
  },
  { requiredKeys: ['kind'] },
);
const fromTests = fc
  .record({ suite: word, name: word, message: word, type: word, count: fc.nat(), is_flaky: fc.boolean() })
  .map(({ suite, name, ...parts }) => failure({ ...parts, tests: [{ suite, name }] }));
const fromTrace = fc
  .tuple(fc.array(frame, { maxLength: 5 }), word)
  .map(([frames, text]) => trace(frames, { text, exception: text }));
const features = fc.record(Object.fromEntries(featureNames.map((name) => [name, fc.nat(1000)])));
const aged = fc.record({ id: fc.constantFrom('a', 'b', 'c'), age: fc.nat() });
const fromEvidence = fc
  .tuple(
    fc.constantFrom('a.ts', 'lib/b.ts', 'c/d/e.py', 'test/f.ts'),
    features,
    fc.array(aged, { maxLength: 3 }),
    fc.constantFrom('production', 'beside', 'test'),
    fc.boolean(),
  )
  .map(
    ([path, values, commits, side, isStale]) =>
      ({ ...evidence(path, values, { commits, side } as never), isStale }) as SampleBlock,
  );
const fromBase = fc
  .record({
    is_foreign: fc.boolean(),
    missing: fc.subarray(['history', 'test-source', 'own-frames'] as const),
    history: fc.constantFrom('full', 'shallow', 'none'),
  })
  .map((parts) => base(parts as never));
const fromRemand = fc.array(word, { maxLength: 25 }).map(
  (questions): SampleBlock => ({
    kind: 'remand',
    payload: {
      target: 'resolve',
      challenged_evidence: [{ index: 3, reason: 'x' }],
      alternative_hypothesis: questions.join(' '),
      specific_questions: questions,
    },
  }),
);
const block = fc.oneof(
  fromTests,
  fromTrace,
  fromEvidence,
  fromEvidence,
  fromBase,
  fromRemand,
  fc.constant(priorCause()),
);

test('for any blocks, alone and one after the other', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (blocks, visit) => {
      const walked: SampleBlock[] = [...blocks];
      for (const type of Object.keys(heuristics) as (keyof typeof heuristics)[])
        walked.push(check(type, samplePack(walked, { visit })));
    }),
    { numRuns: 150 },
  );
});
