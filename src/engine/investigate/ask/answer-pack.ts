/** One turn, one pack: compiles what an agent is told, takes its answer, and lets it pass only if it keeps to the pack. */
import type { CanonicalValue } from '../../../kernel/index.ts';
import type { PromptPack } from '../../../lens/index.ts';
import { type Artifact, wholeData } from '../../../pipeline/index.ts';
import { stepsTaken } from '../case/case-progress.ts';
import { answerer } from './answerer.ts';
import { type PackRequest, requireFit } from './pack-desk.ts';
import type { Turn } from './turn.ts';

/** What is asked at a step. */
export type PackQuestion<Answer> = Omit<PackRequest, 'scene' | 'mode'> & {
  readonly answer: (pack: PromptPack) => Answer;
};

/** Asks an agent one question and returns its answer, or throws `agent-failed`. */
export async function answerPack<Answer extends object>(
  { work, notes, mode }: Turn,
  { answer, ...request }: PackQuestion<Answer>,
): Promise<Answer> {
  const scene = `${stepsTaken(work.progress) + 1}-${request.artifact}`;
  const pack = await work.desk.compile({ ...request, scene, mode });
  notes.addPack(pack, request.node);
  notes.add('model-asked', { model: answerer.name, request: pack.pack.hash });
  const given = answer(pack.parsed);
  notes.add('reply-checked', requireFit(replyOf(given), pack));
  return given;
}

/** An artifact is checked as its schema sees it, the data with its own confidence; a statement as it stands. */
function replyOf(answer: object): CanonicalValue {
  if (!('data' in answer)) return answer as CanonicalValue;
  return wholeData(answer as Artifact);
}
