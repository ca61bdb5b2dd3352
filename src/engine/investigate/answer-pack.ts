/** One turn, one pack: compiles what an agent is told, takes its answer, and lets it pass only if it keeps to the pack. */
import type { CanonicalValue } from '../../kernel/index.ts';
import type { PromptPack } from '../../lens/index.ts';
import type { CaseWork } from './case-work.ts';
import { type PackRequest, requireFit } from './pack-desk.ts';

/** The model that answers offline. */
const HEURISTIC = 'heuristic';

/** What is asked at a step. */
export type PackQuestion<Answer> = Omit<PackRequest, 'scene' | 'mode'> & {
  readonly answer: (pack: PromptPack) => Answer;
};

/** Asks an agent one question and returns its answer, or throws `agent-failed`. */
export async function answerPack<Answer extends object>(
  work: CaseWork,
  { answer, ...request }: PackQuestion<Answer>,
): Promise<Answer> {
  const { notes, progress, desk, mode } = work;
  const scene = `${progress.zones.length + 1}-${request.artifact}`;
  const pack = await desk.compile({ ...request, scene, mode });
  notes.addPack(pack, request.node);
  notes.add('model-asked', { model: HEURISTIC, request: pack.pack.hash });
  const given = answer(pack.parsed);
  notes.add('reply-checked', requireFit(replyOf(given), pack));
  return given;
}

/** An artifact is checked as its schema sees it, the data with its own confidence; a statement as it stands. */
function replyOf(answer: object): CanonicalValue {
  if (!('data' in answer)) return answer as CanonicalValue;
  const { data, confidence } = answer as { readonly data: object; readonly confidence?: number };
  return (confidence === undefined ? data : { ...data, confidence }) as CanonicalValue;
}
