// Limits are an outside surface: lowering one breaks what is stored, so each is written down here a second time.
import { expect, test } from 'vitest';
import { limits } from './limits.ts';

test('the limits are what the documents say', () => {
  expect(limits).toEqual({
    jsonDepth: 512,
    objectBytes: 67_108_864,
    logValueBytes: 65_536,
    nameLength: 255,
    batchOperations: 10_000,
    batchBytes: 268_435_456,
    pageRows: 1_000,
    basisInputs: 10_000,
    subjectIdBytes: 16_384,
  });
});
