/** An artifact as its schema sees it. */
import { expect, test } from 'vitest';
import { type Artifact, wholeData } from '../index.ts';

test.each<[string, Artifact, Artifact['data']]>([
  ['has its own confidence', { type: 't', confidence: 0.9, data: { a: 1 } }, { a: 1, confidence: 0.9 }],
  ['has a confidence of zero, too', { type: 't', confidence: 0, data: {} }, { confidence: 0 }],
  ['has none where there is none', { type: 't', data: { a: 1 } }, { a: 1 }],
  [
    'has its own before one in its data',
    { type: 't', confidence: 1, data: { confidence: 0 } },
    { confidence: 1 },
  ],
])('the whole data of an artifact %s', (_name, artifact, expected) => {
  const whole = wholeData(artifact);
  expect(whole).toEqual(expected);
  expect(Object.keys(whole)).toHaveLength(Object.keys(expected).length);
});
