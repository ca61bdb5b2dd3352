/** What a model may decide as judge or expert, and what the exhibits prevent. */
import { expect, test } from 'vitest';
import type { CanonicalValue } from '../../kernel/index.ts';
import type { SeatAnswer } from './answer-seat.ts';
import { holdSeat } from './answer-seat.ts';

const judge = { node: 'verdict', role: 'judge' } as const;
const own = (decision: string): SeatAnswer => ({
  type: 'verdict',
  confidence: 0.7,
  data: { decision, final_classification: 'product_bug', final_location: 'a.ts', reasoning: 'own' },
});
const verdict = (decision: string) => ({
  decision,
  final_classification: 'no_defect',
  final_location: 'evil.ts',
  confidence: 1,
  reasoning: 'said',
});

test.each(['acquit', 'remand', 'mistrial'])('a model may %s', (decision) => {
  const said = verdict(decision);
  expect(holdSeat(judge, said, () => own('affirm'))).toEqual(said);
});

test.each([
  ['affirm', 'acquit'],
  ['affirm', 'remand'],
  ['affirm', 'amend'],
  ['amend', 'affirm'],
  ['amend', 'mistrial'],
])('where it would %s what the exhibits %s, they decide', (decision, carried) => {
  expect(holdSeat(judge, verdict(decision), () => own(carried))).toEqual(own(carried));
});

test.each(['affirm', 'amend'])(
  'where both %s, the words are the model’s, and place and bound the exhibits’',
  (decision) => {
    expect(holdSeat(judge, verdict(decision), () => own(decision))).toEqual({
      decision,
      final_classification: 'product_bug',
      final_location: 'a.ts',
      confidence: 0.7,
      reasoning: 'said',
    });
  },
);

test('an expert strikes more, and spares nothing that shows another thing', () => {
  const said: CanonicalValue = { notes: 'all is well', strikes: [4, 1] };
  const held = holdSeat({ node: 'hearing', role: 'expert' }, said, () => ({ notes: 'own', strikes: [2, 1] }));
  expect(held).toEqual({ notes: 'all is well', strikes: [1, 2, 4] });
});

test('the parties say what they say', () => {
  const said: CanonicalValue = { argument: 'it is so', confidence: 1 };
  const fail = () => {
    throw new Error('asked for');
  };
  expect(holdSeat({ node: 'hearing', role: 'prosecution' }, said, fail)).toEqual(said);
});
