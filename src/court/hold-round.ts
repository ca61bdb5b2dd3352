/** One round of a hearing: three statements, and the record with the round added. */
import { type BasisPoints, fromBasisPoints, toBasisPoints } from '../kernel/index.ts';
import { type CourtArtifactData, type RoundStatement, roundStatements } from './court-artifacts.ts';
import { type FrozenExhibits, strengthAfterStrikes, strikesOf } from './exhibits.ts';
import { type ReadAnswer, readBySchema } from './read-answer.ts';
import type { OpenRound } from './seat-context.ts';

type Hearing = CourtArtifactData<'hearing_record'>;
type Round = Hearing['rounds'][number];

/** The gap below which the two sides count as agreed. */
const CONVERGED_BELOW = toBasisPoints(0.15);

/** Asks one seat of the round for its statement. */
export type AskStatement = <Role extends keyof typeof roundStatements>(
  role: Role,
  said: OpenRound,
  read: (answer: unknown) => ReadAnswer<RoundStatement<Role>>,
) => Promise<RoundStatement<Role>>;

/** Holds a round and returns the record with it. */
export async function holdRound(
  ask: AskStatement,
  trial: { readonly hearing?: Hearing; readonly exhibits: FrozenExhibits; readonly maxRounds: number },
): Promise<Hearing> {
  const { hearing, exhibits, maxRounds } = trial;
  const prosecution = await ask('prosecution', {}, (answer) =>
    readBySchema(roundStatements.prosecution, answer),
  );
  const charged = { prosecution_argument: prosecution.argument };
  const defense = await ask('defense', charged, (answer) => readBySchema(roundStatements.defense, answer));
  const said = { ...charged, defense_rebuttal: defense.rebuttal };
  const expert = await ask('expert', said, (answer) => readStrikes(answer, exhibits));
  const strikes = [...new Set([...strikesOf(hearing), ...expert.strikes])].sort((a, b) => a - b);
  const charge = strengthAfterStrikes(toBasisPoints(prosecution.confidence), exhibits, strikes);
  const gap = Math.abs(charge - toBasisPoints(defense.confidence)) as BasisPoints;
  const earlier = hearing?.rounds ?? [];
  const round = {
    round: earlier.length + 1,
    ...said,
    judge_notes: expert.notes,
    gap: fromBasisPoints(gap),
    strikes,
  };
  const converged = gap < CONVERGED_BELOW || changesNothing(earlier.at(-1), round);
  return { rounds: [...earlier, round], max_rounds: maxRounds, converged };
}

/** Tells whether a round leaves strengths and exhibits where the one before it left them. */
function changesNothing(before: Round | undefined, { gap, strikes }: Round): boolean {
  return before !== undefined && before.gap === gap && before.strikes?.length === strikes?.length;
}

function readStrikes(answer: unknown, { exhibits }: FrozenExhibits): ReadAnswer<RoundStatement<'expert'>> {
  const read = readBySchema(roundStatements.expert, answer);
  if ('misfit' in read) return read;
  const wrong = read.value.strikes.find((index) => index >= exhibits.length);
  return wrong === undefined ? read : { misfit: `there is no exhibit ${wrong} to strike` };
}
