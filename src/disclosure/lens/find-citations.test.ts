// What counts as a citation in a reply, and what is only quoted from the pack.
import { describe, expect, test } from 'vitest';
import { compileGuard, sealWorkingSet } from '../index.ts';
import { checkReply } from './check-reply.ts';
import { compilePromptPack } from './compile-prompt-pack.ts';
import { parsePack } from './parse-pack.ts';

const handle = `frame:${'0a'.repeat(32)}`;
/** Of one that quotes what is not handed out, and so has a number in its place. */
const quoting = `frame:${'0b'.repeat(32)}`;
const set = sealWorkingSet({
  mask_matrix: { version: 1, consumers: { agent: { clue: { public: 'full' } } } },
  facts_slice: [
    {
      handle,
      kind: 'clue',
      payload: {
        test: 'test_size[M2]',
        text: 'door is locked:3, see frame:dead12 and Generic[T99] of `rule_ref:vat`',
      },
      provenance: { source: 'report', event_ids: [], rule_refs: ['stealth', 'grapple check', 'closed'] },
    },
    {
      handle: quoting,
      kind: 'clue',
      payload: 'by frame:deadbeef',
      provenance: { source: 'report', event_ids: [], rule_refs: [] },
    },
  ],
  allowmention_handles: [handle, quoting, 'rule_ref:stealth', 'rule_ref:grapple check'],
});
const { pack, envelope } = compilePromptPack(set, { consumer: 'agent' });
const guard = compileGuard([]).bind(set.id, { idFor: () => parsePack(pack).working_set_id });

/** The reasons against a reply, as codes with what they are about. */
const faultsOf = (reply: never) =>
  checkReply(reply, { pack, envelope, guard }).reasons.map(({ code, handle: about }) => `${code} ${about}`);

describe('a reply may', () => {
  test.each([
    `the file should hash to ${'c0ffee'.repeat(11).slice(0, 64)}, and does not`,
    'a picture frame: 12345678 px wide',
    'the job ended with status partial:1 of 3',
    '01'.repeat(32),
    'see [T1], (T1) and [ t1 ]',
    'see [T1-T2], [T1–2] and (T1 and T2), in 2 to 9',
    'T9 is a class, and so is a[T]',
    `it follows from ${handle}`,
    `it follows from ${handle.slice(0, 20)}`,
    'test_size[M2] fails since the door is locked:3',
    'Generic[T99] was not found in `frame:dead12`, while `locked:3`',
    'Generic[T99] of `untold:1`, by untold:2',
    'rule_ref:stealth. Also `rule_ref:stealth`, **rule_ref:stealth** and rule_ref:stealth!',
    'by rule_ref:grapple check it is so',
    { cites: ['T1', 'partial:1', handle] },
  ])('say %j', (reply) => expect(faultsOf(reply as never)).toEqual([]));
});

describe('a reply may not', () => {
  test.each([
    ['see [T9]', 'label-unknown T9'],
    ['see [T1, T9]', 'label-unknown T9'],
    ['see ( t9 )', 'label-unknown T9'],
    ['see [T1-T9]', 'label-unknown T9'],
    ['see [T1–9]', 'label-unknown T9'],
    ['see [T1 … T9]', 'label-unknown T9'],
    ['see [T1 and T9]', 'label-unknown T9'],
    ['see [T9/T1]', 'label-unknown T9'],
    ['see ［T9］', 'label-unknown T9'],
    [{ cites: ['T9'] }, 'label-unknown T9'],
    ['FRAME:FFFFFFFF', 'handle-not-allowed frame:ffffffff'],
    ['frame: ffffffff', 'handle-not-allowed frame:ffffffff'],
    ['f'.repeat(64), `handle-not-allowed frame:${'f'.repeat(64)}`],
    [`${handle}deadbeef`, `handle-not-allowed ${handle}deadbeef`],
    ['LOCKED:7', 'handle-not-allowed locked:7'],
    ['rule_ref:closed.', 'handle-not-allowed rule_ref:closed'],
    ['of `rule_ref:vat`', 'handle-not-allowed rule_ref:vat'],
    ['by frame:deadbeef', 'handle-not-allowed frame:deadbeef'],
    [{ cites: ['untold:1'] }, 'handle-not-allowed untold:1'],
    ['of `untold:9`', 'handle-not-allowed untold:9'],
    ['partial:2', 'handle-not-allowed partial:2'],
    [quoting, `handle-not-allowed ${quoting}`],
    ['rule_ref:stealthy', 'handle-not-allowed rule_ref:stealthy'],
  ])('cite %j', (reply, fault) => expect(faultsOf(reply as never)).toEqual([fault]));
});

test('an envelope cannot allow more than the pack holds', () => {
  const forged = { ...envelope, allowed_handles: [...envelope.allowed_handles, 'locked:7'] };
  expect(checkReply('locked:7', { pack, envelope: forged, guard }).ok).toBe(false);
});
