/**
 * Asks an agent until its reply conforms to its pack. A reply that does not is requested again, at most
 * twice, with the reasons in a new pack. After that, the deterministic answer is used and marked as such.
 * Each turn has one pack.
 *
 * A rejected reply tells its agent that something was wrong, so an agent could make guesses and observe. For
 * this reason the reasons say as little as possible, and rejections are counted over all questions of a case.
 */

import { type CanonicalValue, PenumbraError, sortByCodePoint } from '../../kernel/index.ts';
import type { LeakGuard } from '../index.ts';
import { checkReply, type ReplyCheck, type ReplyFault } from './check-reply.ts';
import type { CompiledPack } from './compile-prompt-pack.ts';

/** A pack to be answered, with the guard that checks the reply. */
export type AskedPack = CompiledPack & { readonly guard: LeakGuard };

/** Who answered: the agent, or its fallback. */
export type Answerer = 'agent' | 'fallback';

/** How to ask an agent. */
export type CheckedQuestion<Pack extends AskedPack, Answer> = {
  /** Compiles the pack. From the second time on, `rejected` says why the last reply was not accepted. */
  compile(rejected: readonly string[]): Pack | Promise<Pack>;
  ask(pack: Pack): Answer | Promise<Answer>;
  /** Returns the value of an answer that is checked. */
  replyOf(answer: Answer): CanonicalValue;
  /** Answers if no reply was accepted. Without it, the question fails. */
  fallback?(pack: Pack): Answer | Promise<Answer>;
  /** How often to ask again, at most twice. A deterministic agent would only repeat itself. */
  readonly retries?: number;
  /**
   * The number of replies that may still be rejected, shared by all questions about a case; by default, this
   * question only.
   */
  readonly refusals?: RefusalLimit;
  /** Receives the result of every check, for the record. */
  onChecked?(check: ReplyCheck, by: Answerer): void;
};

/** An answer that conforms to its pack, and who gave it. */
export type CheckedAnswer<Pack, Answer> = {
  readonly answer: Answer;
  readonly pack: Pack;
  readonly by: Answerer;
  readonly attempts: number;
};

/** The number of replies that may still be rejected. */
export type RefusalLimit = { readonly left: number; spend(): void };

const MOST_RETRIES = 2;
const SPENT = 'refusals-spent';
/**
 * Twice as many as one question can use up. An agent that needs more does not conform to its packs, or is
 * guessing.
 */
const MOST_REFUSALS = 2 * (MOST_RETRIES + 1);

/**
 * Creates the limit of a case with some earlier rejections. Once it is reached, the fallback answers and the
 * agent is not asked.
 */
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

/** Asks, and returns an accepted answer, or throws `agent-failed`. */
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
 * Describes what is wrong with a reply in words that the agent may see: kinds of faults in a fixed order,
 * without paths, handles or numbers. Locked and forbidden content share one word, so that an agent that adds
 * something forbidden to a guess does not learn whether the guess was right. A handle that the pack does not
 * have gets the same word whether or not something locked quotes it.
 */
export function describeFaults({ reasons }: ReplyCheck): readonly string[] {
  const miscited = new Set(
    reasons.flatMap(({ code, path }) => (code === 'handle-not-allowed' ? [path] : [])),
  );
  const told = new Set<string>(
    reasons
      .filter(({ code, path }) => !(withheld.has(code) && miscited.has(path)))
      .map(({ code }) => (withheld.has(code) ? WITHHELD : code)),
  );
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
