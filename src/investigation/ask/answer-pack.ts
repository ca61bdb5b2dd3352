/**
 * One turn, one pack: compiles what an agent is told, takes its answer, and lets it pass only if it keeps to the pack. Where
 * a model is asked, it is sent the rendered pack; where none of its answers is accepted, the heuristic's stands in.
 */
import { type QuotedHandle, renameHandles } from '../../disclosure/index.ts';
import {
  askChecked,
  describeFaults,
  type PromptPack,
  promptOf,
  renderPack,
} from '../../disclosure/lens/index.ts';
import type { ModelSession } from '../../engine/models/index.ts';
import { type CanonicalValue, isId, makeId, PenumbraError } from '../../kernel/index.ts';
import type { ModelAnswer } from '../../pipeline/agents/index.ts';
import { type Artifact, stepsTaken, wholeData } from '../../pipeline/index.ts';
import { answerer } from './case-work.ts';
import type { AskPack, PackRequest } from './pack-compiler.ts';
import type { Turn } from './turn.ts';

/** What is asked at a step. */
export type PackQuestion<Answer> = Omit<PackRequest, 'scene' | 'mode' | 'instructions'> & {
  /** The heuristic's answer. */
  readonly answer: (pack: PromptPack) => Answer;
  /** How a model is asked, where the run has one. */
  readonly asked: {
    readonly prompt: string;
    readonly signal: AbortSignal;
    /** How often it is asked again. */
    readonly retries: number;
    /** Whether the heuristic answers where the model does not. */
    readonly standsIn: boolean;
    /** Makes the answer of what the model said, which has been checked; `own` gives the heuristic's. */
    take(said: CanonicalValue, own: () => Answer): Answer;
  };
};

/** The decision that is noted where the heuristic answered in place of a model. */
export const STOOD_IN = 'the heuristic stood in for the model';

/** What somebody said, and the heuristic's answer where that is what it is. */
type Reply<Answer> = { readonly said: CanonicalValue; readonly own?: Answer };

/** Asks an agent one question and returns its answer, or throws `agent-failed`. */
export async function answerPack<Answer extends object>(
  turn: Turn,
  { answer: give, asked, ...request }: PackQuestion<Answer>,
): Promise<Answer> {
  const { work, notes, mode } = turn;
  const { model } = work.setting;
  const scene = `${stepsTaken(work.journal.progress) + 1}-${request.artifact}`;
  const byHeuristic = ({ parsed }: AskPack): Reply<Answer> => {
    const own = give(parsed);
    return { own, said: replyOf(own) };
  };
  let reasons: readonly string[] = [];
  let attempt = 0;
  const { answer: reply, pack } = await askChecked<AskPack, Reply<Answer>>({
    compile: async (rejected) => {
      // Of its own, also where it is refused for the same reasons again.
      const refused =
        rejected.length === 0 ? undefined : { refused: { attempt: ++attempt, reasons: rejected } };
      const pack = await work.packs.compile({
        ...request,
        bounds: { ...(request.bounds as object), ...refused },
        ...(model && { instructions: promptOf(asked.prompt) }),
        scene,
        mode,
      });
      const { envelope, auditEnvelope, pack: compiled } = pack;
      const told = [...envelope.allowed_handles, ...Object.values(auditEnvelope.partial_handles)];
      notes.tell(told.filter((handle) => isId(handle, 'frame')));
      notes.add('pack-compiled', { pack: makeId('pack', compiled.hash), consumer: request.node });
      return pack;
    },
    ask: async (pack) => {
      if (model === undefined) {
        notes.add('model-asked', { model: answerer.name, request: pack.pack.hash });
        return byHeuristic(pack);
      }
      try {
        return { said: await askModel(turn, model, { pack, schema: request.schema, signal: asked.signal }) };
      } catch (error) {
        if (!asked.standsIn || !(error instanceof PenumbraError) || error.code !== 'agent-failed')
          throw error;
        reasons = [error.message];
        return byHeuristic(pack);
      }
    },
    replyOf: ({ said }) => said,
    ...(model && asked.standsIn && { fallback: byHeuristic }),
    // Rules that were not kept once are not kept the second time.
    retries: model ? asked.retries : 0,
    ...(model && { refusals: work.refusals }),
    onChecked: (check, by) => {
      if (by === 'agent' && !check.ok) reasons = describeFaults(check);
      notes.add('reply-checked', { ok: check.ok, reasons: describeFaults(check) });
    },
  });
  if (model && reply.own !== undefined) {
    notes.madeBy(answerer);
    notes.add('decision-made', {
      decision: STOOD_IN,
      reason: reasons.join(', ') || 'too many refused answers',
    });
  }
  const answer = reply.own ?? asked.take(reply.said, () => give(pack.parsed));
  return withHandles(answer, pack);
}

/** Sends a model the rendered pack, and nothing else; returns what it said as a reply to it. */
async function askModel(
  { notes }: Turn,
  model: ModelSession,
  {
    pack: { pack, parsed },
    schema,
    signal,
  }: { readonly pack: AskPack; readonly schema: CanonicalValue; readonly signal: AbortSignal },
): Promise<CanonicalValue> {
  const answer = await model.ask({ packHash: pack.hash, text: renderPack(pack), schema }, signal);
  notes.add('model-asked', { model: model.producer.name, request: answer.sent });
  return readModelAnswer(answer, parsed);
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

const MOST_DEPTH = 32;
const LONGEST_RAW = 100_000;
/** Decimals are kept in ten-thousandths. */
const STEPS = 10_000;
const LABEL = /^\[?([TMS]\d{1,6})\]?$/;

/** Returns the reply; what holds no JSON is a text, which no schema takes. */
function readModelAnswer({ parsed, raw }: ModelAnswer, { citations }: PromptPack): CanonicalValue {
  const handleOf = (text: string): string => {
    const label = LABEL.exec(text.trim())?.[1];
    return (label !== undefined && Object.hasOwn(citations, label) && citations[label]) || text;
  };
  const read = (value: unknown, depth: number): CanonicalValue => {
    if (depth > MOST_DEPTH) throw new RangeError('too deep');
    if (typeof value === 'number') return Number.isInteger(value) ? value : Math.round(value * STEPS) / STEPS;
    if (typeof value === 'string') return handleOf(value).toWellFormed();
    if (Array.isArray(value)) return value.map((item) => read(item, depth + 1));
    if (typeof value !== 'object' || value === null) return value as CanonicalValue;
    // Many models write null for what is left out.
    const members = Object.entries(value).filter(([, item]) => item !== null);
    return Object.fromEntries(members.map(([key, item]) => [key.toWellFormed(), read(item, depth + 1)]));
  };
  try {
    if (parsed !== undefined) return read(parsed, 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return raw.slice(0, LONGEST_RAW).toWellFormed();
}
