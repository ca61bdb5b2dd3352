// The request for a pack, written and read back.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ComposedFrame } from '../../disclosure/oracle/index.ts';
import { type CanonicalValue, canonicalText, makeId, parseCanonical, sha256 } from '../../kernel/index.ts';
import { makePackRequest, type PackRequestDocument, parsePackRequest } from './pack-request.ts';

const id = makeId('policy', sha256('policy'));
const asked: Omit<PackRequestDocument, 'schema' | 'frames'> = {
  cursor: { world: 'w', campaign: 'c', scene: 's', session: 'r', mode: 'bare' },
  consumer: 'triage',
  style: { preamble: 'go slowly' },
  directives: { output_class: { type: 'triage' }, channel_rules: {}, why_rule: 'rule-refs-only' },
  policy_ids: {
    mask_matrix_id: id,
    ordering_policy_id: id,
    truncation_policy_id: id,
    budget_policy_id: id,
    compaction_policy_id: id,
  },
  pins: {},
};

const shown = { handle: makeId('frame', sha256('')), kind: 'evidence', slice: 'facts' };

const composed = fc
  .record({
    text: fc.string(),
    slice: fc.constantFrom('facts' as const, 'state' as const),
    isStale: fc.boolean(),
  })
  .map(
    ({ text, slice, isStale }): ComposedFrame => ({
      handle: makeId('frame', sha256(text)),
      kind: 'evidence',
      slice,
      payload: text,
      provenance: { source: 'evidence', event_ids: [], rule_refs: [] },
      visibility: 'public',
      precision: 'unlocked',
      precise: [],
      isStale,
    }),
  );

test('a request is read back as it was made, and does not tell in which order frames came', () => {
  fc.assert(
    fc.property(fc.uniqueArray(composed, { selector: ({ handle }) => handle }), (frames) => {
      const request = makePackRequest({ ...asked, frames });
      const text = canonicalText(request as CanonicalValue);
      expect(parsePackRequest(parseCanonical(text))).toEqual(request);
      const reversed = makePackRequest({ ...asked, frames: frames.toReversed() });
      expect(canonicalText(reversed as CanonicalValue)).toBe(text);
    }),
  );
});

test.each<[string, object]>([
  ['another schema', { schema: 'penumbra.pack-request/2' }],
  ['a field nobody knows', { extra: 1 }],
  ['a cursor that is none', { cursor: 'scene' }],
  ['a frame by another id', { frames: [{ ...shown, handle: id }] }],
  ['a frame of no slice', { frames: [{ handle: shown.handle, kind: 'evidence' }] }],
  ['a frame of another slice', { frames: [{ ...shown, slice: 'rumours' }] }],
  ['a frame that says more', { frames: [{ ...shown, precision: 'unlocked' }] }],
  ['a policy by a path', { policy_ids: { ...asked.policy_ids, budget_policy_id: '../budget' } }],
])('%s makes it no request', (_what, change) => {
  expect(requestWith({ frames: [shown] })).not.toBeNull();
  expect(requestWith(change)).toBeNull();
});

function requestWith(change: object): PackRequestDocument | null {
  const whole = makePackRequest({ ...asked, frames: [] });
  return parsePackRequest({ ...whole, ...change } as CanonicalValue);
}
