// What the commands on packs print, also for names that somebody chose to do harm.
import { expect, test } from 'vitest';
import type { ExplainedItem, PackExplanationDocument, ShownPack, WithheldReason } from './pack-documents.ts';
import { renderPackExplanation, renderPackList, renderPackVerification } from './render-packs.ts';
import { displayWidth } from './text/fit-text.ts';

const HOSTILE = 'a\u001b[31m\u202eb\nc';
const hash = 'ab'.repeat(32);

const pack: ShownPack = {
  step: 3,
  node: 'hearing',
  consumer: 'hearing',
  pack: `pack:${hash}`,
  asked: 'statement-defense',
  workingSet: '0123456789abcdef',
  blocks: { truth: 12, memory: 1, scene: 0 },
  tokens: 5120,
  withheld: 2,
};

const told: ExplainedItem = {
  isTold: true,
  handle: `frame:${hash}`,
  type: 'fact',
  kind: 'evidence',
  tokens: 99,
  label: 'T10',
  channel: 'truth',
  form: 'full',
  source: 'intake',
  events: [],
  rules: [],
  hiddenFields: ['lair'],
};

function withheld(reason: WithheldReason): ExplainedItem {
  return {
    isTold: false,
    handle: `frame:${hash}`,
    type: 'fact',
    kind: 'clue',
    reason,
    by: reason === 'derived-lock' ? [`frame:${'cd'.repeat(32)}`] : [],
    hiddenFields: [],
  };
}

function explanation(items: readonly ExplainedItem[]): PackExplanationDocument {
  const counts = { told: items.filter(({ isTold }) => isTold).length, withheld: 0 };
  const budget = { tokens: 1000, used: 400 };
  return { place: null, consumer: 'triage', workingSet: '0123', pack: `pack:${hash}`, budget, counts, items };
}

const reasons: readonly WithheldReason[] = [
  'locked',
  'derived-lock',
  'told-to-nobody',
  'not-visible',
  'not-in-matrix',
  'no-gist',
  'tier',
  'cut',
  'outdated',
  'nothing-allowed',
  'input-locked',
  'input-tiered',
  'not-allowed',
];

test.each(reasons)('the reason %s has words of its own and shows its items', (reason) => {
  const text = renderPackExplanation(explanation([withheld(reason)]));
  expect(text).toMatch(/^withheld: 1 item, [a-z]/m);
  expect(text).toContain('frame:abababababababab');
  const others = reasons
    .filter((other) => other !== reason)
    .map((other) => renderPackExplanation(explanation([withheld(other)])));
  expect(others).not.toContain(text);
});

test('what is told stands in the order of its labels, and names what is hidden of it', () => {
  const text = renderPackExplanation(explanation([told, { ...told, label: 'T2' } as ExplainedItem]));
  expect(text.indexOf('T2 ')).toBeLessThan(text.indexOf('T10 '));
  expect(text).toContain('without lair');
  expect(text).toContain('400 of 1000 tokens used');
});

test('what quotes something locked names what it quotes', () => {
  expect(renderPackExplanation(explanation([withheld('derived-lock')]))).toContain(
    'quotes frame:cdcdcdcdcdcdcdcd',
  );
});

test('a list says what was asked for, what is gone, and what cannot be told', () => {
  const gone = { ...pack, asked: null, workingSet: null, blocks: null, tokens: null, withheld: null };
  const text = renderPackList({
    run: `run:${hash}`,
    case: 'case-1',
    counter: 'bytes/3',
    packs: [pack, gone],
  });
  expect(text).toMatch(/^3 +hearing +0123456789abcdef +abababab +12\/1\/0 +5120 +2 items$/m);
  expect(text).toContain('asked for statement-defense');
  expect(text).toContain('removed from the ledger');
  expect(text).toContain('1 pack cannot be recompiled');
});

test('a run that differs says so in red, and one of which nothing was checked does not say that all is well', () => {
  const found = { ok: true, run: `run:${hash}`, checked: 0, unchecked: 2, differences: [] };
  expect(renderPackVerification(found)).not.toContain('same');
  const difference = { case: 'case-1', step: 2, consumer: 'triage', difference: 'truth[0].payload' };
  const text = renderPackVerification({ ...found, ok: false, checked: 3, differences: [difference] });
  expect(text).toContain('case case-1, step 2, for triage: truth[0].payload');
  expect(text).toContain('1 of 3 packs came out different');
});

test.each([40, 80])('names that steer a terminal do nothing, and %i columns are kept', (width) => {
  const hostileItem = { ...told, kind: HOSTILE, source: HOSTILE, hiddenFields: [HOSTILE], rules: [HOSTILE] };
  const texts = [
    renderPackList(
      { run: HOSTILE, case: HOSTILE, counter: '', packs: [{ ...pack, consumer: HOSTILE, asked: HOSTILE }] },
      { width },
    ),
    renderPackExplanation(
      { ...explanation([hostileItem]), consumer: HOSTILE, workingSet: HOSTILE },
      { width },
    ),
    renderPackVerification(
      {
        ok: false,
        run: HOSTILE,
        checked: 1,
        unchecked: 0,
        differences: [{ case: HOSTILE, step: 1, consumer: HOSTILE, difference: HOSTILE }],
      },
      { width },
    ),
  ];
  for (const text of texts) {
    for (const steering of ['\u001b', '\u202e']) expect(text).not.toContain(steering);
    for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  }
});
