/**
 * The model of one run: every question is looked up in the record first, and every answer is recorded before
 * it is used. A run that was killed therefore resumes without asking again, and nothing is paid for twice.
 */
import {
  type CanonicalValue,
  type ContentId,
  canonicalHash,
  canonicalText,
  contentId,
  digestOf,
  type Id,
  PenumbraError,
  parseCanonical,
  type Sha256,
} from '../../kernel/index.ts';
import { everyEntry, type Ledger, toObject, type Versioned } from '../../ledger/index.ts';
import {
  estimateTokens,
  type Model,
  type ModelAnswer,
  type ModelRequest,
  type ModelSettings,
  type ModelUsage,
} from '../../pipeline/agents/index.ts';
import { readRun } from '../../pipeline/index.ts';
import type { RunModel } from '../../record/index.ts';
import {
  answerOf,
  exchangeKey,
  exchangeShape,
  type ModelExchange,
  requestKey,
  toExchange,
} from './model-exchange.ts';
import { costOf, formatAmount, type Price } from './prices.ts';

/** The model of a run. */
export type ModelSession = {
  /** The producer named in artifacts. */
  readonly producer: Versioned;
  /** How many of its replies were refused, by case; a resumed run counts from there. */
  readonly refused: ReadonlyMap<string, number>;
  /** The version of its prompts. */
  readonly prompts: string;
  ask(question: Omit<ModelRequest, 'settings'>, signal: AbortSignal): Promise<ModelAnswer>;
  spent(): Spending;
};

/** Options for opening a session. */
export type SessionOptions = {
  readonly settings: ModelSettings;
  readonly prompts: string;
  readonly model: Model;
  readonly limits: SpendingLimits;
  readonly price: Price | null;
};

/** Opens the model of a run; `screen` removes secrets before an answer is stored or used. */
export async function openModelSession(
  ledger: Ledger,
  run: Id<'run'>,
  { settings, prompts, model, limits, price, screen }: SessionOptions & { screen(text: string): string },
): Promise<ModelSession> {
  const known = await readExchanges(ledger, run);
  const before = [...known.values()].reduce(
    (sum, exchange) => addUsage(sum, answerOf(exchange).usage),
    nothing,
  );
  const budget = openBudget(limits, { price, before, goOn: `go on with \`penumbra resume ${run}\`` });
  const underWay = new Map<Sha256, Promise<ModelExchange>>();
  const askAnew = async (request: ModelRequest, key: Sha256, signal: AbortSignal): Promise<ModelExchange> => {
    const asked = await askWithin(budget, { model, request, signal });
    // INVARIANT (one answer): the answer used is the recorded one, so that a resumed or replayed run sees the
    // same.
    const exchange = { ...asked, raw: screen(asked.raw) };
    await keep(ledger, run, { key, exchange });
    known.set(key, exchange);
    return exchange;
  };
  return {
    producer: producerOf(settings, prompts),
    prompts,
    refused: refusedBefore(await readRun(ledger.store, run)),
    spent: budget.spent,
    async ask(question, signal) {
      const request = { ...question, settings };
      const key = requestKey(request);
      const found = known.get(key);
      if (found !== undefined) return answerOf(found);
      const asked = underWay.get(key) ?? askAnew(request, key, signal);
      underWay.set(key, asked);
      try {
        return answerOf(await asked);
      } finally {
        underWay.delete(key);
      }
    },
  };
}

const SHOWN_DIGITS = 16;
const nothing: Spending = { answers: 0, inputTokens: 0, outputTokens: 0, isEstimated: false };

/** Returns how artifacts name a model. */
function producerOf(settings: ModelSettings, prompts: string): Versioned {
  const { provider, model } = settings;
  return {
    name: `${provider}:${model}`,
    version: canonicalHash({ settings, prompts }).slice(0, SHOWN_DIGITS),
  };
}

function refusedBefore({ cases }: RunModel): ReadonlyMap<string, number> {
  const counts = cases.map(({ id, steps }) => {
    const checks = steps.flatMap(({ replyChecks }) => replyChecks);
    return [id, checks.filter(({ ok }) => !ok).length] as const;
  });
  return new Map(counts);
}

async function askWithin(
  budget: Budget,
  {
    model,
    request,
    signal,
  }: { readonly model: Model; readonly request: ModelRequest; readonly signal: AbortSignal },
): Promise<ModelExchange> {
  const end = await budget.begin({
    inputTokens: estimateTokens(request.text),
    outputTokens: request.settings.max_output_tokens,
  });
  try {
    const answer = await model.answer(request, signal);
    end(answer.usage);
    return toExchange(request, answer);
  } catch (error) {
    end();
    throw error;
  }
}

/** The log of a run's exchanges. */
function exchangeLog(run: Id<'run'>): string {
  return `models/${digestOf(run)}`;
}

async function keep(
  { store, clock }: Ledger,
  run: Id<'run'>,
  { key, exchange }: { readonly key: Sha256; readonly exchange: ModelExchange },
): Promise<void> {
  const text = canonicalText(exchange as unknown as CanonicalValue);
  await store.commit({
    atMs: clock.now(),
    puts: [toObject(text)],
    appends: [{ log: exchangeLog(run), value: canonicalText({ key, exchange: contentId(text) }) }],
  });
}

/** Reads the exchanges of a run by their keys. */
export async function readExchanges({ store }: Ledger, run: Id<'run'>): Promise<Map<Sha256, ModelExchange>> {
  const exchanges = new Map<Sha256, ModelExchange>();
  for await (const { value } of everyEntry(store, exchangeLog(run))) {
    const { exchange: id } = parseCanonical(value) as unknown as { readonly exchange: ContentId };
    const [bytes] = await store.getMany([digestOf(id)]);
    const read = exchangeShape.safeParse(bytes ? parseCanonical(bytes) : null);
    if (!read.success)
      throw new PenumbraError('log-corrupt', 'an answer of a model is on record and cannot be read', {
        data: { run, exchange: id },
        hint: 'run `penumbra validate`',
      });
    exchanges.set(exchangeKey(read.data), read.data);
  }
  return exchanges;
}

/** The limits of a run: tokens, in and out together, and money in millionths. */
type SpendingLimits = {
  readonly maxTokens?: number | undefined;
  readonly maxCost?: bigint | undefined;
};

/** What was spent. */
type Spending = {
  readonly answers: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Whether some of it is an estimate. */
  readonly isEstimated: boolean;
};

/** The budget of a run. */
type Budget = {
  /**
   * Waits until a request of this size fits, or throws `stopped`; returns a function that ends the request,
   * called with its usage if it was answered.
   */
  begin(most: Tokens): Promise<(taken?: ModelUsage) => void>;
  spent(): Spending;
};

type Tokens = Pick<ModelUsage, 'inputTokens' | 'outputTokens'>;

const sum = (one: Tokens, other: Tokens): Tokens => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
});

/** Opens a budget that is already partly spent. */
export function openBudget(
  { maxTokens, maxCost }: SpendingLimits,
  { price, before, goOn }: { readonly price: Price | null; readonly before: Spending; readonly goOn: string },
): Budget {
  let spent = before;
  const open = new Set<Tokens>();
  let changed = Promise.withResolvers<void>();
  const isBeyond = (tokens: Tokens) =>
    (maxTokens !== undefined && tokens.inputTokens + tokens.outputTokens > maxTokens) ||
    (maxCost !== undefined && price !== null && costOf(price, tokens) > maxCost);
  return {
    spent: () => spent,
    async begin(most) {
      // The amount reserved by others may become available.
      while (isBeyond([...open].reduce(sum, sum(spent, most)))) {
        if (open.size === 0) throw exhausted({ maxTokens, maxCost }, { spent, price, goOn });
        await changed.promise;
      }
      open.add(most);
      return (taken) => {
        open.delete(most);
        if (taken !== undefined) spent = addUsage(spent, taken);
        changed.resolve();
        changed = Promise.withResolvers<void>();
      };
    },
  };
}

/** Adds the usage of one answer. */
function addUsage(spent: Spending, { inputTokens, outputTokens, isEstimated }: ModelUsage): Spending {
  return {
    ...sum(spent, { inputTokens, outputTokens }),
    answers: spent.answers + 1,
    isEstimated: spent.isEstimated || isEstimated,
  };
}

function exhausted(
  { maxTokens, maxCost }: SpendingLimits,
  { spent, price, goOn }: { readonly spent: Spending; readonly price: Price | null; readonly goOn: string },
): PenumbraError {
  const tokens = spent.inputTokens + spent.outputTokens;
  const limits = [
    ...(maxTokens === undefined ? [] : [`${tokens} of ${maxTokens} tokens`]),
    ...(maxCost === undefined || price === null
      ? []
      : [`${formatAmount(costOf(price, spent))} of ${formatAmount(maxCost)} USD`]),
  ];
  return new PenumbraError(
    'stopped',
    `the budget of the model has no room for another question: ${limits.join(' and ')} are spent`,
    { data: { answers: spent.answers, tokens }, hint: `${goOn} with a higher --max-tokens or --max-cost` },
  );
}
