// A working set made by hand: completed, checked, and known by its bytes.
import { describe, expect, test } from 'vitest';
import { parseWorkingSet } from './parse-working-set.ts';
import { sealWorkingSet } from './seal-working-set.ts';

const mask_matrix = { version: 1, consumers: { agent: { clue: { public: 'full' } } } } as const;

describe('a working set made by hand', () => {
  test('is complete, allows what it holds and names the matrix by its hash', () => {
    const set = sealWorkingSet({
      mask_matrix,
      facts_slice: [{ handle: 'a', kind: 'clue', payload: 'one' }],
      state_slice: [{ handle: 'b', kind: 'clue', payload: 'two', visibility: 'system' }],
    });
    expect(parseWorkingSet(set)).toMatchObject({
      facts_slice: [{ handle: 'a', visibility: 'public', provenance: { source: 'by-hand' } }],
      state_slice: [{ handle: 'b', visibility: 'system' }],
      allowmention_handles: ['a', 'b'],
      locked_precision_handles: [],
      policy_ids: { mask_matrix_id: expect.stringMatching(/^policy:[0-9a-f]{64}$/) },
    });
    expect(sealWorkingSet({ mask_matrix })).not.toEqual(set);
  });

  test('keeps what it says itself', () => {
    const set = sealWorkingSet({ mask_matrix, scene_id: 'gate', pins_snapshot: { stall: 3 } });
    expect(parseWorkingSet(set)).toMatchObject({
      scene_id: 'gate',
      mode: 'by-hand',
      pins_snapshot: { stall: 3 },
    });
  });

  test.each([
    ['two items of one handle', { facts_slice: ['a', 'a'].map((handle) => ({ handle, kind: 'clue' })) }],
    ['a kind that is no name', { facts_slice: [{ handle: 'a', kind: 'a kind' }] }],
    ['an unknown field', { gossip: [] }],
    ['no list where one belongs', { facts_slice: 7 }],
    ['a fraction', { pins_snapshot: { stall: 0.5 } }],
  ])('with %s is refused', (_name, draft) => {
    expect(() => sealWorkingSet({ mask_matrix, ...draft } as never)).toThrow(
      expect.objectContaining({ code: 'working-set-invalid' }),
    );
  });
});
