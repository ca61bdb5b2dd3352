/**
 * A language model behind the port: one question is one request, retried a limited number of times if that
 * may help. A problem with the address, the name, the key or the account is `model-unavailable`, and the
 * caller stops; a problem with this one question is `agent-failed`, and something else can answer it.
 */

import { assertInvariant, type CanonicalValue, cite, PenumbraError } from '../../kernel/index.ts';
import {
  estimateTokens,
  type Model,
  type ModelAnswer,
  type ModelRequest,
  type ModelSettings,
  parseModelAnswer,
} from '../../pipeline/agents/index.ts';
import { capturedFetch, type Exchange, type HttpRefusal, withoutKey } from './captured-fetch.ts';
import type { LanguageModelOptions, OpenProvider, Provider } from './provider.ts';

/** Options for opening a model. */
export type OpenModelOptions = {
  readonly settings: ModelSettings;
  /** The key sent to the endpoint; null sends none. */
  readonly key: string | null;
  /** Replaces secrets in error messages and model names of the server. */
  readonly screen?: (text: string) => string;
  /** The time limit of one request, including its answer. */
  readonly timeoutMs?: number;
  /** How many times a request is retried. */
  readonly retries?: number;
  /** How many requests may run at once. */
  readonly concurrency?: number;
  /** The first pause before a retry; later ones double. */
  readonly pauseMs?: number;
};

type Limits = Required<Pick<OpenModelOptions, 'timeoutMs' | 'retries' | 'pauseMs'>>;

const DEFAULT_TIMEOUT_MS = 300_000;
const DEFAULT_RETRIES = 3;
const DEFAULT_CONCURRENCY = 4;
const DEFAULT_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
const LONGEST_ANSWER = 1024 * 1024;
const LONGEST_NAME = 200;

/** Opens a model; nothing is loaded or contacted until there is a question. */
export function openModel({ concurrency = DEFAULT_CONCURRENCY, ...options }: OpenModelOptions): Model {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES, pauseMs = DEFAULT_PAUSE_MS } = options;
  const limits = { timeoutMs, retries, pauseMs };
  const enter = createGate(concurrency);
  // Servers that do not support schemas reject the whole request; this is discovered once.
  const known = { takesSchemas: true };
  return Object.freeze({
    async answer(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
      const leave = await enter(signal);
      try {
        return await askPatiently({ ...options, ...limits, known }, request, signal);
      } finally {
        leave();
      }
    },
  });
}

type Asked = OpenModelOptions & Limits & { readonly known: { takesSchemas: boolean } };

async function askPatiently(asked: Asked, request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
  const { settings, known, retries, pauseMs } = asked;
  let withSchema = known.takesSchemas;
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    const outcome = await askOnce(asked, { request, withSchema, signal });
    if ('answer' in outcome) {
      known.takesSchemas = withSchema;
      return outcome.answer;
    }
    const { trouble } = outcome;
    if (trouble.kind === 'refused' && withSchema && isAboutRequest(trouble.refusal.status)) {
      withSchema = false;
      continue;
    }
    const waitMs = waitBefore(trouble, attempt, pauseMs);
    if (waitMs === null || attempt >= retries) throw faultOf(trouble, settings);
    await pause(waitMs, signal);
  }
}

/** Why there is no answer. */
type Trouble =
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal }
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'slow'; readonly timeoutMs: number };

type Attempt = {
  readonly request: ModelRequest;
  readonly withSchema: boolean;
  readonly signal: AbortSignal;
};

async function askOnce(
  { settings, key, screen = (text) => text, timeoutMs }: Asked,
  { request, withSchema, signal }: Attempt,
): Promise<{ readonly answer: ModelAnswer } | { readonly trouble: Trouble }> {
  const { origin } = new URL(settings.endpoint);
  const exchange: Exchange = { sent: null, hasResponse: false, refusal: null };
  const open = await providers[settings.provider]();
  const fetch = capturedFetch(exchange, { origin, key, screen, now: Date.now });
  const provider = open({ settings, key, fetch });
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), timeoutMs);
  try {
    const abort = AbortSignal.any([signal, timer.signal]);
    const said = await readStream(provider, { request, withSchema, signal: abort });
    assertInvariant(exchange.sent !== null, 'an answer follows a request');
    const kept = {
      ...said,
      text: withoutKey(said.text, key),
      model: said.model && screen(withoutKey(said.model, key)),
    };
    return { answer: toAnswer(kept, request, exchange.sent) };
  } catch (error) {
    signal.throwIfAborted();
    if (timer.signal.aborted) return { trouble: { kind: 'slow', timeoutMs } };
    if (exchange.refusal !== null) return { trouble: { kind: 'refused', refusal: exchange.refusal } };
    return { trouble: troubleOf(error, exchange.hasResponse) };
  } finally {
    clearTimeout(timeout);
    timer.abort();
  }
}

const providers: Readonly<Record<ModelSettings['provider'], () => Promise<OpenProvider>>> = {
  openai: async () => (await import('./openai-provider.ts')).openProvider,
  anthropic: async () => (await import('./anthropic-provider.ts')).openProvider,
};

/** The streamed answer. */
type Said = {
  readonly text: string;
  readonly model: string | undefined;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
};

async function readStream(
  { model, providerOptions }: Provider,
  { request, withSchema, signal }: Attempt,
): Promise<Said> {
  const { text: question, schema, settings } = request;
  const { stream } = await model.doStream({
    // INVARIANT (the pack and nothing else): one message, which is the rendered pack.
    prompt: [{ role: 'user', content: [{ type: 'text', text: question }] }],
    maxOutputTokens: settings.max_output_tokens,
    abortSignal: signal,
    providerOptions,
    ...(withSchema && { responseFormat: { type: 'json', schema: hintOf(schema), name: 'answer' } }),
  });
  let text = '';
  let answeredBy: string | undefined;
  let end: Pick<Said, 'inputTokens' | 'outputTokens'> | null = null;
  for await (const part of stream) {
    if (part.type === 'error') throw new Error('the stream is no answer of this protocol');
    if (part.type === 'text-delta') text += part.delta;
    if (text.length > LONGEST_ANSWER) throw new Error('the answer is too long');
    if (part.type === 'response-metadata') answeredBy = part.modelId;
    if (part.type !== 'finish') continue;
    // The library ends a stream that breaks off, but without a finish reason.
    if (part.finishReason.raw === undefined) throw new Error('the answer breaks off');
    const { inputTokens, outputTokens } = part.usage;
    end = { inputTokens: inputTokens.total, outputTokens: outputTokens.total };
  }
  if (end === null) throw new Error('the answer breaks off');
  return { text, model: answeredBy, ...end };
}

type JsonSchema = NonNullable<
  Extract<LanguageModelOptions['responseFormat'], { readonly type: 'json' }>['schema']
>;

/** The dialect's name is not a rule for the answer, and some servers reject it. */
function hintOf(schema: CanonicalValue): JsonSchema {
  const { $schema: _dialect, ...hint } = schema as { readonly [keyword: string]: CanonicalValue };
  return hint as JsonSchema;
}

function toAnswer(
  { text, model, inputTokens, outputTokens }: Said,
  { settings, text: question }: ModelRequest,
  sent: Exchange['sent'] & string,
): ModelAnswer {
  const isCounted = isCount(inputTokens) && isCount(outputTokens);
  return {
    parsed: parseModelAnswer(text),
    raw: text.toWellFormed(),
    usage: {
      inputTokens: isCounted ? inputTokens : estimateTokens(question),
      outputTokens: isCounted ? outputTokens : estimateTokens(text),
      isEstimated: !isCounted,
    },
    identity: { provider: settings.provider, model: nameOf(model) ?? settings.model },
    sent,
  };
}

/** No question or answer has zero tokens: a server that claims so would never exhaust a budget. */
function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** The server's name for its model is shown to people. */
function nameOf(model: string | undefined): string | undefined {
  return model !== undefined && /^[\x21-\x7e]+$/.test(model) ? model.slice(0, LONGEST_NAME) : undefined;
}

/** Errors about this request: it may be too long, or contain something the server does not support. */
function isAboutRequest(status: number): boolean {
  return status === 400 || status === 413 || status === 422;
}

/** Returns how long to wait before a retry; null if that would not help. */
function waitBefore(trouble: Trouble, attempt: number, pauseMs: number): number | null {
  // Equal pauses would bring all waiting requests back at once.
  const own = Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** attempt) * (0.5 + Math.random() / 2);
  if (trouble.kind !== 'refused') return own;
  const { status, retryAfterMs } = trouble.refusal;
  if (status !== 408 && status !== 429 && status < 500) return null;
  if (retryAfterMs === null) return own;
  return retryAfterMs > LONGEST_PAUSE_MS ? null : Math.max(retryAfterMs, own);
}

/**
 * An established connection may have broken because of the question; any other connection error is unrelated
 * to it.
 */
const broken: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/**
 * Describes what happened to a request; of the library's errors only the code is used, because they contain
 * what was sent.
 */
function troubleOf(error: unknown, hasResponse: boolean): Trouble {
  if (hasResponse) return { kind: 'broken' };
  let code: string | undefined;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    code ??= (cause as NodeJS.ErrnoException).code;
  if (code !== undefined && broken.has(code)) return { kind: 'broken' };
  return { kind: 'unreachable', why: code ?? 'it takes no connection' };
}

function faultOf(trouble: Trouble, { provider, model, endpoint }: ModelSettings): PenumbraError {
  const name = `\`${provider}:${model}\``;
  const { host } = new URL(endpoint);
  const data = { model: `${provider}:${model}`, host };
  if (trouble.kind === 'slow')
    return new PenumbraError('agent-failed', `${name} did not answer within ${trouble.timeoutMs} ms`, {
      data,
    });
  if (trouble.kind === 'broken')
    return new PenumbraError('agent-failed', `${name} gave no whole answer`, { data });
  if (trouble.kind === 'unreachable')
    return new PenumbraError('model-unavailable', `${host} cannot be reached: ${trouble.why}`, {
      data,
      hint: 'start the server, or give its address with --model-url; then resume the run',
    });
  const { status, said } = trouble.refusal;
  const words = said === '' ? '' : `: ${cite(said)}`;
  const isOfQuestion = isAboutRequest(status) || status >= 500 || status === 408;
  return new PenumbraError(
    isOfQuestion ? 'agent-failed' : 'model-unavailable',
    `${host} answered ${status} for ${name}${words}`,
    { data: { ...data, status }, ...(hints[status] && { hint: hints[status] }) },
  );
}

const hints: Readonly<Record<number, string>> = {
  401: 'set the key that this host knows, as docs/guides/use-a-model.md says',
  402: 'the account has no credit left; fill it up, then resume the run',
  403: 'the key may not use this model; choose another, or another key',
  404: 'see that --model names a model of this host, and --model-url its address up to /v1',
  429: 'the host wants to be asked less often, or the account has no credit left; resume the run later',
};

/** Limits how many enter at once; returns a function that lets the next one in. */
function createGate(most: number): (signal: AbortSignal) => Promise<() => void> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  const leave = () => {
    inside -= 1;
    waiting.shift()?.();
  };
  return async (signal) => {
    while (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    inside += 1;
    if (!signal.aborted) return leave;
    leave();
    throw signal.reason;
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  signal.throwIfAborted();
}
