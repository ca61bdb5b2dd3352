// Whole fits on hand-made outcomes: what is learned, what is left out, and what is reported.

import { expect, test } from 'vitest';
import { type CaseOutcome, OUTCOME_SCHEMA, type OutcomeCandidate } from './case-outcome.ts';
import { type FitOptions, fitWeights } from './fit-weights.ts';
import { renderFit } from './render-scores.ts';

const options: FitOptions = {
  name: 'own/1',
  ridge: 1,
  familyOf: (feature) => feature,
  isAblating: false,
};

function outcome(id: number, project: string, candidates: readonly OutcomeCandidate[]): CaseOutcome {
  const gold = {
    id: String(id),
    project,
    language: 'go',
    world: 'change' as const,
    fixed_files: ['right.go'],
  };
  const result = {
    versions: {},
    history: 'full',
    failures: 1,
    cases: 1,
    causes: [],
    rankings: [{ convergence: 0, world: 'change', candidates }],
    trials: [],
    steps: 1,
    duration_ms: 1,
  };
  return { schema: OUTCOME_SCHEMA, id: String(id), gold, result, baselines: null, error: null };
}

/** The clue points to the right file, the noise to another one. */
function clueCases(count: number): CaseOutcome[] {
  return Array.from({ length: count }, (_, id) =>
    outcome(id, `project-${id % 3}`, [
      { path: 'wrong.go', side: 'production', features: { clue: 0, noise: 600 + (id % 5) } },
      { path: 'right.go', side: 'production', features: { clue: 500, noise: 0 } },
    ]),
  );
}

test('weights that were learned without a project are right there where even ones are not', () => {
  const { file, reports } = fitWeights(clueCases(30), options);
  const [change, latent] = reports;
  expect(change).toMatchObject({ world: 'change', cases: 30, unseen: 0, left_out: null });
  expect(change?.fitted?.first.value).toBe(1);
  expect(change?.even?.first.value).toBe(0);
  expect(latent).toMatchObject({ cases: 0, left_out: expect.stringContaining('needs') });
  expect(file.worlds.change?.weights.clue).toBeGreaterThan(0);
  expect(file.worlds.change?.weights.noise).toBeLessThan(0);
  expect(file.worlds.latent).toBeUndefined();
  expect(file.origin).toBe('change: 30 cases of project-0, project-1, project-2');
});

test('the order of outcomes leaves no trace', () => {
  const cases = clueCases(24);
  expect(fitWeights(cases.toReversed(), options)).toEqual(fitWeights(cases, options));
});

test('each family of evidence is left out in turn', () => {
  const fit = fitWeights(clueCases(12), { ...options, isAblating: true });
  expect(fit.reports[0]?.ablation.map(({ without }) => without)).toEqual(['clue', 'noise']);
  expect(renderFit(fit)).toMatch(/^ {2}without clue +1\.000/m);
});

test('one project is too few to be judged by others', () => {
  const alone = clueCases(30).filter(({ gold }) => gold.project === 'project-0');
  expect(fitWeights(alone, options).file).toEqual({ name: 'own/1', origin: 'nothing', worlds: {} });
});

test('failed cases and cases without right files teach nothing', () => {
  const [first] = clueCases(1);
  const broken = { ...(first as CaseOutcome), result: null, error: 'it broke' };
  expect(fitWeights([broken], options).reports[0]?.cases).toBe(0);
});
