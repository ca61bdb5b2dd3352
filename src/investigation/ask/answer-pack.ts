/**
 * One turn: compiles the pack for an agent, gets its answer, and accepts the answer only if it is faithful to
 * the pack. A model is sent the rendered pack; if every answer is rejected, the heuristic's answer is used.
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

/** A question asked at a step. */
export type PackQuestion<Answer> = Omit<PackRequest, 'scene' | 'mode' | 'instructions'> & {
  /** The heuristic's answer. */
  readonly answer: (pack: PromptPack) => Answer;
  /** How the model is asked, if the run has one. */
  readonly asked: {
    readonly prompt: string;
    readonly signal: AbortSignal;
    /** How many times the model is asked again. */
    readonly retries: number;
    /** Whether the heuristic answers when the model fails to. */
    readonly standsIn: boolean;
    /** Builds the answer from the model's checked reply; `own` returns the heuristic's answer. */
    take(said: CanonicalValue, own: () => Answer): Answer;
  };
};

/** The decision recorded when the heuristic answers in place of a model. */
export const STOOD_IN = 'the heuristic stood in for the model';

/** A reply, with the heuristic's answer if that is where it came from. */
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
      // The attempt number makes this pack distinct even if the reasons for refusal are the same.
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
    // The heuristic is deterministic, so it is not retried.
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

/** Sends the model the rendered pack and nothing else, and returns its reply. */
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

/** Pack names are meaningless outside the pack, so a stored answer uses the handles instead. */
function withHandles<Answer extends object>(answer: Answer, { auditEnvelope }: AskPack): Answer {
  const handles = new Map(Object.entries(auditEnvelope.partial_handles));
  const restore = ({ written }: QuotedHandle) => handles.get(written) ?? written;
  return renameHandles(answer as CanonicalValue, restore) as Answer;
}

/** An artifact is checked against its schema as data plus its confidence; a statement is checked as is. */
function replyOf(answer: object): CanonicalValue {
  if (!('data' in answer)) return answer as CanonicalValue;
  return wholeData(answer as Artifact);
}

const MOST_DEPTH = 32;
const LONGEST_RAW = 100_000;
/** Decimals are stored in ten-thousandths. */
const STEPS = 10_000;
const LABEL = /^\[?([TMS]\d{1,6})\]?$/;

/** Reads the model's answer; an answer that contains no JSON becomes a string, which no schema accepts. */
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
    // Many models write null for an omitted field.
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
