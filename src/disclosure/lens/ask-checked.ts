/**
 * Asks an agent until its reply keeps to its pack: one that does not is asked for again, with the reasons in a pack of
 * their own, at most twice; then the deterministic answer stands in, marked. One turn, one pack.
 *
 * A refused reply tells its agent that something in it was wrong, so that it could guess and see. The reasons say no
 * more than that, and replies that are refused are counted over all questions of a case.
 */

import { type CanonicalValue, PenumbraError, sortByCodePoint } from '../../kernel/index.ts';
import type { LeakGuard } from '../index.ts';
import { checkReply, type ReplyCheck, type ReplyFault } from './check-reply.ts';
import type { CompiledPack } from './compile-prompt-pack.ts';

/** A pack to be answered, with the guard its reply is checked with. */
export type AskedPack = CompiledPack & { readonly guard: LeakGuard };

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
  /** How many more replies may be refused, shared by all questions about one case; without it this one counts alone. */
  readonly refusals?: RefusalLimit;
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

/** How many replies of an agent may still be refused. */
export type RefusalLimit = { readonly left: number; spend(): void };

const MOST_RETRIES = 2;
const SPENT = 'refusals-spent';
/** Twice as many as one question can use up: an agent that needs more does not keep to its packs, or is guessing. */
const MOST_REFUSALS = 2 * (MOST_RETRIES + 1);

/** Makes the limit of a case, of whose replies some were refused before; once it is reached, the deterministic answer stands in without asking. */
export function createRefusalLimit(most = MOST_REFUSALS, { refused = 0 } = {}): RefusalLimit {
  let left = Number.isSafeInteger(most) ? Math.max(0, most - refused) : 0;
  return Object.freeze({
    get left() {
      return left;
    },
    spend: () => {
      left = Math.max(0, left - 1);
    },
  });
}

/** Asks, and returns an answer that was accepted, or throws `agent-failed`. */
export async function askChecked<Pack extends AskedPack, Answer>(
  question: CheckedQuestion<Pack, Answer>,
): Promise<CheckedAnswer<Pack, Answer>> {
  const { refusals = createRefusalLimit() } = question;
  const retries = Math.min(question.retries ?? MOST_RETRIES, MOST_RETRIES);
  if (refusals.left === 0)
    return { ...(await fallBack(question, await question.compile([]), [SPENT])), attempts: 0 };
  let rejected: readonly string[] = [];
  for (let attempts = 1; ; attempts++) {
    const pack = await question.compile(rejected);
    const answer = await question.ask(pack);
    const check = checkAnswer(question, { answer, pack, by: 'agent' });
    if (check.ok) return { answer, pack, by: 'agent', attempts };
    refusals.spend();
    rejected = describeFaults(check);
    const isLast = !(attempts <= retries) || refusals.left === 0;
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
 * Says what is wrong with a reply in words that can go back to the agent: kinds of faults in a fixed order, no place, no
 * handle and no number. What is locked and what is forbidden have one word: an agent that adds something forbidden to a
 * guess is not told whether the guess was right as well.
 */
export function describeFaults({ reasons }: ReplyCheck): readonly string[] {
  const told = new Set<string>(reasons.map(({ code }) => (withheld.has(code) ? WITHHELD : code)));
  return sortByCodePoint([...told]);
}

const WITHHELD = 'content-not-allowed';
const withheld: ReadonlySet<ReplyFault['code']> = new Set(['locked-token', 'forbidden-content']);

function refused(reasons: readonly string[]): PenumbraError {
  const shown = reasons.slice(0, 5).join(', ');
  return new PenumbraError('agent-failed', `the reply does not keep to its pack: ${shown}`, {
    data: { reasons },
  });
}
