// A review reads in the order of a hearing, says what fell, and takes hostile texts as texts.

import { expect, test } from 'vitest';
import { renderTrials, type TrialDocument } from './render-trial.ts';

const trial: TrialDocument = {
  case: 'case-1',
  pass: 1,
  seats: { claim: 'Challenger', rebuttal: 'Abyss', check: 'Bulwark', decision: 'Specter' },
  charge: { defect_type: 'product_bug', location: 'src/a.ts', strength: 0.57 },
  exhibits: [
    {
      index: 0,
      handle: 'frame:0',
      class: 'primary',
      weight: 0.9,
      struck: false,
      description: 'change evidence speaks for src/a.ts',
    },
    {
      index: 1,
      handle: 'frame:1',
      class: 'corroborating',
      weight: 0.4,
      struck: true,
      description: 'text evidence speaks for src/a.ts',
    },
  ],
  checks: [
    { name: 'rank-without-text', result: 'src/a.ts' },
    { name: 'rank-without-change', result: 'src/b.ts' },
    { name: 'single-sourced', result: '1 of 8 candidates' },
  ],
  challenges: [
    { exhibit: 0, challenge: 'without change evidence src/b.ts leads', severity: 'minor', stands: true },
    { exhibit: 1, challenge: 'it names no place', severity: 'fatal', stands: false },
  ],
  alternative: 'src/b.ts leads without change evidence',
  rounds: [{ round: 1, notes: 'exhibit 1 is struck: it names no place', gap: 0.32 }],
  decision: 'amend',
  held: 'src/b.ts',
  reasoning: 'amend: the charge stands at 0.3000, the defense at 0.6000',
  questions: [],
  gaps: [{ description: 'nothing was run', suggested_action: 'run the test at the last green revision' }],
};

test('claim, what speaks for and against it, what fell, and the decision, numbers last', () => {
  expect(renderTrials([trial], { width: 100 })).toBe(`review 1 of case-1
  claim       bug in the product in src/a.ts, by Challenger
  for it      ✔ 0, primary: change evidence speaks
              ✘ 1, corroborating: text evidence speaks (struck)
  looked at   it also leads without its text evidence
              without change evidence src/b.ts leads
              single sourced: 1 of 8 candidates
  against     minor, to 0: without change evidence src/b.ts leads
              fatal, to 1: it names no place (the exhibit was struck)
  instead     src/b.ts leads without change evidence
  checked     round 1: exhibit 1 is struck: it names no place
  decision    amended: src/b.ts instead, by Specter
  missing     nothing was run
  would help  run the test at the last green revision
  numbers     the claim had a strength of 57 %; weights: 0 90 %, 1 40 %; 1 round, the sides 32 %
              apart at the end; amended: the claim has a strength of 30 %, the rebuttal of 60 %
`);
});

test('what seats say is text', () => {
  const hostile = '\u001b[31mred\u202e\nnext';
  const challenges = [{ exhibit: 0, challenge: hostile, severity: hostile, stands: true }];
  const shown = renderTrials([{ ...trial, case: hostile, alternative: hostile, held: hostile, challenges }]);
  for (const character of ['\u001b', '\u202e']) expect(shown).not.toContain(character);
});
