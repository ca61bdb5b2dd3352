/** One turn, one pack: compiles what an agent is told, takes its answer, and lets it pass only if it keeps to the pack. */
import { type QuotedHandle, renameHandles } from '../../../disclosure/index.ts';
import { type CanonicalValue, isId, makeId } from '../../../kernel/index.ts';
import { askChecked, describeFaults, type PromptPack } from '../../../lens/index.ts';
import { type Artifact, stepsTaken, wholeData } from '../../../pipeline/index.ts';
import { answerer } from './answerer.ts';
import type { AskPack, PackRequest } from './pack-compiler.ts';
import type { Turn } from './turn.ts';

/** What is asked at a step. */
export type PackQuestion<Answer> = Omit<PackRequest, 'scene' | 'mode'> & {
  readonly answer: (pack: PromptPack) => Answer;
};

/** Asks an agent one question and returns its answer, or throws `agent-failed`. */
export async function answerPack<Answer extends object>(
  { work, notes, mode }: Turn,
  { answer: give, ...request }: PackQuestion<Answer>,
): Promise<Answer> {
  const scene = `${stepsTaken(work.journal.progress) + 1}-${request.artifact}`;
  const { answer, pack } = await askChecked<AskPack, Answer>({
    compile: async () => {
      const pack = await work.packs.compile({ ...request, scene, mode });
      const { envelope, auditEnvelope, pack: compiled } = pack;
      const told = [...envelope.allowed_handles, ...Object.values(auditEnvelope.partial_handles)];
      notes.tell(told.filter((handle) => isId(handle, 'frame')));
      notes.add('pack-compiled', { pack: makeId('pack', compiled.hash), consumer: request.node });
      return pack;
    },
    ask: ({ pack, parsed }) => {
      notes.add('model-asked', { model: answerer.name, request: pack.hash });
      return give(parsed);
    },
    replyOf,
    // Rules that were not kept once are not kept the second time.
    retries: 0,
    onChecked: (check) => notes.add('reply-checked', { ok: check.ok, reasons: describeFaults(check) }),
  });
  return withHandles(answer, pack);
}

/** The names of a pack mean nothing outside of it: what is kept of an answer has the handles they stand for. */
function withHandles<Answer extends object>(answer: Answer, { auditEnvelope }: AskPack): Answer {
  const handles = new Map(Object.entries(auditEnvelope.partial_handles));
  const restore = ({ written }: QuotedHandle) => handles.get(written) ?? written;
  return renameHandles(answer as CanonicalValue, restore) as Answer;
}

/** An artifact is checked as its schema sees it, the data with its own confidence; a statement as it stands. */
function replyOf(answer: object): CanonicalValue {
  if (!('data' in answer)) return answer as CanonicalValue;
  return wholeData(answer as Artifact);
}
