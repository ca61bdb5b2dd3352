// Blocks of a small failure for tests of heuristics; a test gives only what it is about.

import type {
  EvidenceBaseBlock,
  EvidenceBlock,
  FailureBlock,
  PriorCauseBlock,
  TraceBlock,
} from '../../src/rca/blocks/case-blocks.ts';
import { type FeatureValues, featureNames } from '../../src/rca/ranking/evidence-features.ts';
import type { SampleBlock } from './sample-pack.ts';

/** A failure of `com.example.cart.CartTest.total`. */
export function failure(parts: Partial<FailureBlock> = {}): SampleBlock {
  const payload: FailureBlock = {
    case_id: 'case-0123456789abcdef',
    count: 1,
    tests: [{ suite: 'com.example.cart.CartTest', name: 'total' }],
    kind: 'failure',
    type: '',
    message: 'x is not a function',
    template: 'x is not a function',
    fingerprint: 'f'.repeat(64),
    places: [],
    retries: [],
    is_flaky: false,
    ...parts,
  };
  return { kind: 'failure', payload };
}

/** A trace of frames, innermost first. */
export function trace(frames: TraceBlock['frames'], parts: Partial<TraceBlock> = {}): SampleBlock {
  return { kind: 'trace', payload: { exception: '', frames, text: 'a trace', ...parts } };
}

/** Evidence for a file, with the features that are not nought. */
export function evidence(
  path: string,
  features: Partial<FeatureValues>,
  parts: Partial<EvidenceBlock> = {},
): SampleBlock {
  const none = Object.fromEntries(featureNames.map((name) => [name, 0])) as FeatureValues;
  const payload: EvidenceBlock = {
    path,
    content: `content:${'0'.repeat(64)}`,
    side: 'production',
    features: { ...none, ...features },
    worth: {},
    code: [],
    commits: [],
    ...parts,
  };
  return { kind: 'evidence', payload, handle: `frame:${path}` };
}

/** What was there to look at: everything, unless told. */
export function base(parts: Partial<EvidenceBaseBlock> = {}): SampleBlock {
  const payload: EvidenceBaseBlock = {
    test_files: ['test/cart.test.ts'],
    missing: [],
    candidates: 10,
    told: 8,
    history: 'full',
    is_foreign: false,
    is_grounded: true,
    world: 'latent',
    world_reason: 'the test is new',
    tests_are: 'new',
    base_revision: '',
    is_base_green: false,
    ...parts,
  };
  return { kind: 'evidence-base', payload };
}

/** A cause that was found before. */
export function priorCause(parts: Partial<PriorCauseBlock> = {}, isStale = false): SampleBlock {
  const payload: PriorCauseBlock = {
    id: 'cause-1',
    defect_type: 'product_bug',
    status: 'concluded',
    confidence: 8_200,
    summary: 'the total forgets the tax',
    suspects: [{ path: 'lib/cart.ts', line: 12, score: 5_000, confidence: 7_000 }],
    commits: [],
    first_seen: 'run-1',
    ...parts,
  };
  return { kind: 'prior-cause', payload, handle: 'frame:cause-1', isStale };
}
