/** Goals as data: the figures to reach, and whether they are reached. */
import * as z from 'zod';
import { cite, PenumbraError } from '../kernel/index.ts';
import type { CalibrationScores, RankingFigures } from './score-outcomes.ts';

/** The figures that can have a goal, by name. */
const figures: Readonly<Record<string, (scores: CalibrationScores) => number | null>> = {
  ...ranking('file', ({ file }) => file),
  ...ranking('first_cause', ({ first_cause }) => first_cause),
  ...ranking('symbol', ({ symbol }) => symbol),
  ...ranking('commit', ({ commit }) => commit),
  'kind.product': ({ kind }) => kind.product.value,
  'kind.other': ({ kind }) => kind.other.value,
  world: ({ world }) => world.value,
  causes_per_fault: ({ causes_per_fault }) => causes_per_fault.value,
  'settled.right': ({ status }) => status.find((row) => row.status === 'concluded')?.answer_right ?? null,
  'calibration_error.first': ({ reliability }) => reliability.first.calibration_error,
  'calibration_error.answer': ({ reliability }) => reliability.answer.calibration_error,
  'ahead_of.newest': ({ ahead_of }) => ahead_of.newest.value,
  'ahead_of.trace': ({ ahead_of }) => ahead_of.trace.value,
  'ahead_of.naming': ({ ahead_of }) => ahead_of.naming.value,
};

function ranking(name: string, of: (scores: CalibrationScores) => RankingFigures) {
  return {
    [`${name}.first`]: (scores: CalibrationScores) => of(scores).first.value,
    [`${name}.in_three`]: (scores: CalibrationScores) => of(scores).in_three.value,
    [`${name}.in_five`]: (scores: CalibrationScores) => of(scores).in_five.value,
    [`${name}.reciprocal`]: (scores: CalibrationScores) => of(scores).reciprocal.value,
  };
}

const goalSchema = z.union([
  z.strictObject({ figure: z.string(), at_least: z.number() }),
  z.strictObject({ figure: z.string(), at_most: z.number() }),
  z.strictObject({ figure: z.string(), above: z.number() }),
]);

const scorecardSchema = z.strictObject({
  name: z.string().min(1),
  about: z.string(),
  goals: z.array(goalSchema).min(1),
});

/** A named set of goals. */
export type Scorecard = Readonly<z.infer<typeof scorecardSchema>>;

/** A goal and the value reached; a goal that was not measured is not reached. */
export type GoalRow = {
  readonly figure: string;
  readonly goal: string;
  readonly value: number | null;
  readonly isMet: boolean;
};

/** Reads a scorecard; throws `invalid-configuration` with what does not fit. */
export function readScorecard(value: unknown, source: string): Scorecard {
  const fault = (reason: string) =>
    new PenumbraError('invalid-configuration', `${cite(source)} is no scorecard: ${reason}`, {
      hint: `figures: ${Object.keys(figures).join(', ')}`,
    });
  const read = scorecardSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw fault(`${issue?.path.join('.') || 'the document'}: ${issue?.message}`);
  }
  const strange = read.data.goals.find(({ figure }) => !Object.hasOwn(figures, figure));
  if (strange !== undefined) throw fault(`unknown figure ${cite(strange.figure)}`);
  return read.data;
}

/** Compares scores with the goals of a scorecard. */
export function checkGoals(scores: CalibrationScores, { goals }: Scorecard): readonly GoalRow[] {
  return goals.map((goal) => {
    const value = figures[goal.figure]?.(scores) ?? null;
    if ('at_least' in goal)
      return row(goal.figure, `at least ${goal.at_least}`, value, (is) => is >= goal.at_least);
    if ('at_most' in goal)
      return row(goal.figure, `at most ${goal.at_most}`, value, (is) => is <= goal.at_most);
    return row(goal.figure, `above ${goal.above}`, value, (is) => is > goal.above);
  });
}

function row(
  figure: string,
  goal: string,
  value: number | null,
  reaches: (value: number) => boolean,
): GoalRow {
  return { figure, goal, value, isMet: value !== null && reaches(value) };
}
