/**
 * Asks an agent until its reply keeps to its pack: one that does not is asked for again, with the reasons in a pack of
 * their own, at most twice; then the deterministic answer stands in, marked. One turn, one pack.
 */
import type { LeakGuard } from '../disclosure/index.ts';
import { type CanonicalValue, PenumbraError } from '../kernel/index.ts';
import { checkReply, type ReplyCheck } from './check-reply.ts';
import type { CompiledPack } from './compile-prompt-pack.ts';

/** A pack to be answered, with the guard its reply is checked with. */
export type AskedPack = CompiledPack & { readonly guard?: LeakGuard };

/** Who gave a reply: the agent, or what answers in its place. */
export type Answerer = 'agent' | 'fallback';

/** How an agent is asked. */
export type CheckedQuestion<Pack extends AskedPack, Answer> = {
  /** Compiles the pack; from the second time on with why the last reply was not accepted. */
  compile(rejected: readonly string[]): Pack | Promise<Pack>;
  ask(pack: Pack): Answer | Promise<Answer>;
  /** Returns an answer as its check sees it. */
  replyOf(answer: Answer): CanonicalValue;
  /** Answers where no reply was accepted; without it the question fails. */
  fallback?(pack: Pack): Answer | Promise<Answer>;
  /** How often it is asked again, at most twice; a deterministic agent would only repeat itself. */
  readonly retries?: number;
  /** Sees the outcome of every check, for the record. */
  onChecked?(check: ReplyCheck, by: Answerer): void;
};

/** An answer that keeps to its pack, and who gave it. */
export type CheckedAnswer<Pack, Answer> = {
  readonly answer: Answer;
  readonly pack: Pack;
  readonly by: Answerer;
  readonly attempts: number;
};

const MOST_RETRIES = 2;
const MOST_REASONS = 20;

/** Asks, and returns an answer that was accepted, or throws `agent-failed`. */
export async function askChecked<Pack extends AskedPack, Answer>(
  question: CheckedQuestion<Pack, Answer>,
): Promise<CheckedAnswer<Pack, Answer>> {
  let rejected: readonly string[] = [];
  for (let attempts = 1; ; attempts++) {
    const pack = await question.compile(rejected);
    const answer = await question.ask(pack);
    const check = checkAnswer(question, { answer, pack, by: 'agent' });
    if (check.ok) return { answer, pack, by: 'agent', attempts };
    rejected = describeFaults(check);
    const isLast = !(attempts <= Math.min(question.retries ?? MOST_RETRIES, MOST_RETRIES));
    if (isLast) return { ...(await fallBack(question, pack, rejected)), attempts };
  }
}

async function fallBack<Pack extends AskedPack, Answer>(
  question: CheckedQuestion<Pack, Answer>,
  pack: Pack,
  rejected: readonly string[],
): Promise<Omit<CheckedAnswer<Pack, Answer>, 'attempts'>> {
  if (question.fallback === undefined) throw refused(rejected);
  const answer = await question.fallback(pack);
  const check = checkAnswer(question, { answer, pack, by: 'fallback' });
  if (!check.ok) throw refused(describeFaults(check));
  return { answer, pack, by: 'fallback' };
}

function checkAnswer<Pack extends AskedPack, Answer>(
  { replyOf, onChecked }: CheckedQuestion<Pack, Answer>,
  { answer, pack, by }: Omit<CheckedAnswer<Pack, Answer>, 'attempts'>,
): ReplyCheck {
  const check = checkReply(replyOf(answer), pack);
  onChecked?.(check, by);
  return check;
}

/**
 * Says what is wrong with a reply in words that can go back to the agent: codes and places, nothing of the reply. Where a
 * locked token stands is not said: an agent could try all there are and be told which it was.
 */
export function describeFaults({ reasons }: ReplyCheck): readonly string[] {
  const told = reasons.map(({ code, path }) => {
    if (path === undefined || code === 'locked-token') return code;
    return `${code} at ${path === '' ? 'the top' : path}`;
  });
  return [...new Set(told)].slice(0, MOST_REASONS);
}

function refused(reasons: readonly string[]): PenumbraError {
  const shown = reasons.slice(0, 5).join(', ');
  return new PenumbraError('agent-failed', `the reply does not keep to its pack: ${shown}`, {
    data: { reasons },
  });
}
