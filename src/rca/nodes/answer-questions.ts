/** Answers the questions of a remand, only from the evidence in the pack. */
import { cite } from '../../kernel/index.ts';
import type { RemandBlock } from '../blocks/case-blocks.ts';
import { placeName } from '../paths/path-parts.ts';
import { suspectReasons } from './cause-message.ts';
import type { LightArtifactData } from './light-artifacts.ts';
import type { BlockRanking, RankedBlock } from './read-case-pack.ts';

/** An answer and the evidence it cites. */
export type Answer = NonNullable<LightArtifactData<'investigate'>['answers']>[number];

/** The most questions that are answered. */
export const MOST_QUESTIONS = 20;
const LONGEST_QUESTION = 1_000;
const MOST_FILES = 3;
const SHORTEST_NAME = 3;

/**
 * Answers each question with the evidence about the files it names, or about the first suspect if it names
 * none.
 */
export function answerQuestions(
  { specific_questions }: RemandBlock,
  ranking: BlockRanking,
): readonly Answer[] {
  const { ranked } = ranking;
  return specific_questions.slice(0, MOST_QUESTIONS).map((asked) => {
    const question = asked.slice(0, LONGEST_QUESTION).toWellFormed();
    const named = ranked.filter((block) => isNamed(block, question)).slice(0, MOST_FILES);
    const meant = named.length > 0 ? named : ranked.slice(0, 1);
    const answer = meant.map((block) => standingOf(block, ranking)).join('; ');
    return {
      question,
      answer: answer === '' ? 'nothing in view speaks to this' : answer,
      handles: meant.map(({ handle }) => handle),
    };
  });
}

function isNamed({ path, symbol }: RankedBlock, question: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.replace(/\.\w+$/, '');
  const names = [path, name, stem, symbol ?? ''].filter((text) => text.length >= SHORTEST_NAME);
  const words = new Set(question.split(/[^\w./$-]+/).map((word) => word.replace(/\.$/, '')));
  return names.some((text) => words.has(text));
}

function standingOf(block: RankedBlock, { ranked, base }: BlockRanking): string {
  const reasons = suspectReasons(block, { world: base.world });
  const why = reasons.length === 0 ? 'nothing ties it strongly to the failure' : reasons.join(', ');
  const quote = block.quote === undefined ? '' : `, which reads ${cite(block.quote)}`;
  return `${placeName(block)}${quote} ranks ${ranked.indexOf(block) + 1} of ${ranked.length}: ${why}`;
}
