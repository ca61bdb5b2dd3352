/** The clients of models against a server that speaks their protocols: what is sent, what is taken, and what is told of faults. */
import { describe, expect, test } from 'vitest';
import { openModel } from '../../src/adapters/models/index.ts';
import { PenumbraError, sha256 } from '../../src/kernel/index.ts';
import type { ModelAnswer } from '../../src/pipeline/agents/index.ts';
import { type ModelServer, type Script, startModelServer } from './model-server.ts';

const KEY = 'sk-test-0123456789abcdef';
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { cause: { type: 'string', maxLength: 100 } },
  required: ['cause'],
  additionalProperties: false,
};
const ANSWER = '{"cause":"the divisor is zero"}';
const protocols = ['openai', 'anthropic'] as const;

type Options = { readonly timeoutMs?: number; readonly signal?: AbortSignal; readonly key?: string | null };

async function ask(
  protocol: (typeof protocols)[number],
  { url }: { readonly url: string },
  { timeoutMs = 20_000, signal = new AbortController().signal, key = KEY }: Options = {},
): Promise<ModelAnswer> {
  const settings = { provider: protocol, model: 'asked-model', endpoint: url, max_output_tokens: 512 };
  const model = openModel({ settings, key, timeoutMs, pauseMs: 1 });
  return model.answer({ packHash: sha256('pack'), text: 'the pack, all of it', schema, settings }, signal);
}

async function faultOf(work: Promise<unknown>): Promise<PenumbraError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof PenumbraError) return error;
  throw new Error(`no fault but ${String(error)}`);
}

/** Every word of a fault that could reach a terminal, a log or a record. */
function wordsOf(fault: PenumbraError): string {
  return JSON.stringify([fault.message, fault.hint, fault.data, fault.stack, String(fault.cause)]);
}

describe.each(protocols)('over the %s protocol', (protocol) => {
  const serve = (script: Script): Promise<ModelServer> => startModelServer(protocol, script);

  test('a model is sent the text and nothing else, and the bytes hash to what the answer says', async () => {
    await using server = await serve(() => ({ say: ANSWER }));
    const answer = await ask(protocol, server);
    const [request, ...others] = server.requests;
    expect(others).toEqual([]);
    expect(request?.text).toBe('the pack, all of it');
    expect(sha256(request?.body ?? '')).toBe(answer.sent);
    expect(answer).toMatchObject({
      parsed: { cause: 'the divisor is zero' },
      raw: ANSWER,
      usage: { inputTokens: 120, outputTokens: 40, isEstimated: false },
      identity: { provider: protocol, model: 'served-model' },
    });
    const body = JSON.parse(request?.body ?? '');
    expect(body).toMatchObject({ model: 'asked-model', stream: true, max_tokens: 512 });
    expect(body.system).toBeUndefined();
    const { openai, anthropic } = {
      openai: body.response_format?.json_schema?.schema,
      anthropic: body.output_config?.format?.schema,
    };
    expect(openai ?? anthropic).toMatchObject({ type: 'object', required: ['cause'] });
  });

  test('the key goes to the server in its header, and without one nothing goes', async () => {
    await using server = await serve(() => ({ say: ANSWER }));
    await ask(protocol, server);
    await ask(protocol, server, { key: null });
    const sent = server.requests.map(({ headers }) => headers.authorization ?? headers['x-api-key']);
    expect(sent).toEqual([protocol === 'openai' ? `Bearer ${KEY}` : KEY, undefined]);
  });

  test('too many requests and failures are met with a pause and another request', async () => {
    await using server = await serve((_, index) =>
      index === 0
        ? { status: 429, headers: { 'retry-after': '0' }, body: '{"error":{"message":"slow down"}}' }
        : index === 1
          ? { status: 503 }
          : { say: ANSWER },
    );
    expect((await ask(protocol, server)).raw).toBe(ANSWER);
    expect(server.requests).toHaveLength(3);
  });

  test('a server is not asked again before the time it named', async () => {
    const times: number[] = [];
    await using server = await serve((_, index) => {
      times.push(performance.now());
      return index === 0 ? { status: 429, headers: { 'retry-after': '1' } } : { say: ANSWER };
    });
    await ask(protocol, server);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
  });

  test.each([
    ['too many requests', { status: 429 }, 'model-unavailable', 4],
    ['a wait of an hour', { status: 429, headers: { 'retry-after': '3600' } }, 'model-unavailable', 1],
    ['failures without end', { status: 500 }, 'agent-failed', 4],
    ['a wrong key', { status: 401 }, 'model-unavailable', 1],
    ['an unknown model', { status: 404 }, 'model-unavailable', 1],
    ['a request that is refused with and without a schema', { status: 400 }, 'agent-failed', 2],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/v1' } }, 'model-unavailable', 1],
    ['a line that is cut', { cut: '{"cause":', how: 'socket' }, 'agent-failed', 4],
    ['a stream that ends without a reason', { cut: '{"cause":', how: 'end' }, 'agent-failed', 4],
    ['a page in place of a stream', { garbage: '<html>Hello</html>', type: 'text/html' }, 'agent-failed', 4],
    ['events that are no JSON', { garbage: 'data: {"choices": [{]}\n\n' }, 'agent-failed', 4],
    ['events of another kind', { garbage: 'data: {"hello": 1}\n\n' }, 'agent-failed', 4],
    ['an answer without end', { flood: true }, 'agent-failed', 4],
  ] as const)('%s ends with a fault that says so', async (_, reply, code, requests) => {
    await using server = await serve(() => reply);
    const fault = await faultOf(ask(protocol, server));
    expect([fault.code, server.requests.length]).toEqual([code, requests]);
    expect(wordsOf(fault)).not.toContain(KEY);
    expect(wordsOf(fault)).not.toContain('the pack, all of it');
  });

  test('a server that repeats the key does not get it into the message', async () => {
    await using server = await serve(({ headers }) => ({
      status: 401,
      body: JSON.stringify({
        error: {
          message: `no such key: ${JSON.stringify(headers)}\n\u001b[31m ${[...KEY].join('\u200b')} ${KEY.replace('0', '\u001b[1m0\n')}`,
        },
      }),
    }));
    const fault = await faultOf(ask(protocol, server));
    expect(fault.message).toContain('answered 401');
    expect(wordsOf(fault)).not.toContain(KEY);
    expect(fault.message).not.toContain('456789abcdef');
    expect(fault.message).not.toMatch(/\p{Cc}/u);
  });

  test.each([
    ['in an address', [...KEY].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')],
    ['as numbers', [...KEY].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
    ['in capitals', KEY.toUpperCase()],
    ['in Base64', Buffer.from(KEY).toString('base64')],
    ['behind a name in Base64', Buffer.from(`ann:${KEY}`).toString('base64')],
    ['behind a shorter name in Base64', Buffer.from(`me:${KEY}:x`).toString('base64url')],
    ['behind another name in Base64', Buffer.from(`anna:${KEY}\n`).toString('base64')],
  ])('a server that repeats the key %s does not get it into the message', async (_what, spelled) => {
    await using server = await serve(() => ({ status: 401, body: `no such key: ${spelled}.` }));
    const fault = await faultOf(ask(protocol, server));
    expect(fault.message).toMatch(/no such key: \S{0,8}\[key\]/);
    const rest = fault.message.slice(fault.message.indexOf('no such key: ') + 'no such key: '.length);
    expect(rest.replace('[key]', '').length).toBeLessThan(16);
  });

  test('what a server says is screened before it is told', async () => {
    await using server = await serve(() => ({ status: 401, body: 'token one' }));
    const settings = {
      provider: protocol,
      model: 'm',
      endpoint: server.url,
      max_output_tokens: 512,
    } as const;
    const model = openModel({ settings, key: KEY, screen: (text) => text.replace('one', 'two') });
    const request = { packHash: sha256('pack'), text: 'a pack', schema, settings };
    const fault = await faultOf(model.answer(request, new AbortController().signal));
    expect(fault.message).toMatch(/answered 401 .*: `token two`/);
  });

  test('a server that repeats the key does not get it into the answer', async () => {
    await using server = await serve(() => ({ say: `{"cause":"asked with ${KEY}"}` }));
    const answer = await ask(protocol, server);
    expect(answer.parsed).toEqual({ cause: 'asked with [key]' });
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  test('a server that does not know schemas is asked without, from then on', async () => {
    await using server = await serve(({ body }) =>
      /json_schema/.test(body)
        ? { status: 400, body: '{"error":{"message":"unknown field"}}' }
        : { say: ANSWER },
    );
    const settings = {
      provider: protocol,
      model: 'm',
      endpoint: server.url,
      max_output_tokens: 512,
    } as const;
    const model = openModel({ settings, key: KEY, pauseMs: 1 });
    const request = { packHash: sha256('pack'), text: 'a pack', schema, settings };
    for (let index = 0; index < 2; index++) await model.answer(request, new AbortController().signal);
    expect(server.requests.map(({ body }) => /json_schema/.test(body))).toEqual([true, false, false]);
  });

  test('a refusal, a lie about schemas and a cut answer are answers, for whoever asked to check', async () => {
    const replies = [
      { say: 'I cannot help with that.', end: protocol === 'openai' ? 'content_filter' : 'refusal' },
      { say: '{"somewhere": ["else"]}' },
      { say: '{"cause": "it goes on', end: protocol === 'openai' ? 'length' : 'max_tokens' },
      { say: `Here it is:\n\`\`\`json\n${ANSWER}\n\`\`\`` },
    ];
    await using server = await serve((_, index) => replies[index] ?? { status: 500 });
    const parsed: unknown[] = [];
    for (const _ of replies) parsed.push((await ask(protocol, server)).parsed);
    expect(parsed).toEqual([undefined, { somewhere: ['else'] }, undefined, { cause: 'the divisor is zero' }]);
  });

  test('a slow server is given up after its time', async () => {
    await using server = await serve(() => ({ hang: true }));
    const fault = await faultOf(ask(protocol, server, { timeoutMs: 40 }));
    expect([fault.code, fault.message]).toEqual([
      'agent-failed',
      `\`${protocol}:asked-model\` did not answer within 40 ms`,
    ]);
  });

  test('whoever asked can call it off in mid-stream', async () => {
    const stop = new AbortController();
    await using server = await serve(() => {
      setTimeout(() => stop.abort(new Error('stopped here')), 30);
      return { hang: true };
    });
    await expect(ask(protocol, server, { signal: stop.signal })).rejects.toThrow('stopped here');
    expect(server.requests).toHaveLength(1);
  });

  test('nothing at the address is a fault that names the host', async () => {
    const { url } = await (async () => {
      await using gone = await serve(() => ({ hang: true }));
      return { url: gone.url };
    })();
    const fault = await faultOf(ask(protocol, { url }));
    expect(fault.code).toBe('model-unavailable');
    expect(fault.message).toMatch(/^127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED$/);
    // A port that no browser would connect to.
    const refused = await faultOf(ask(protocol, { url: 'http://127.0.0.1:9/v1' }));
    expect([refused.code, refused.message]).toEqual([
      'model-unavailable',
      '127.0.0.1:9 cannot be reached: it takes no connection',
    ]);
  });

  test('only so many requests are open at once', async () => {
    const held: (() => void)[] = [];
    const answerAll = () => {
      for (const answer of held.splice(0)) answer();
    };
    // Two requests wait for each other, however slow the machine is, and a while longer for one that should not come.
    await using server = await serve(async (_, index) => {
      await new Promise<void>((resolve) => {
        held.push(resolve);
        if (held.length === 2 || index === 6) setTimeout(answerAll, 20);
      });
      return { say: ANSWER };
    });
    const settings = {
      provider: protocol,
      model: 'm',
      endpoint: server.url,
      max_output_tokens: 512,
    } as const;
    const model = openModel({ settings, key: KEY, concurrency: 2 });
    const request = { packHash: sha256('pack'), text: 'a pack', schema, settings };
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 7 }, () => model.answer(request, signal)));
    expect([server.requests.length, server.most()]).toEqual([7, 2]);
  });
});

test.each([
  ['does not count tokens', null],
  ['counts none', [0, 0] as const],
])('a server that %s has them estimated', async (_what, usage) => {
  await using server = await startModelServer('openai', () => ({ say: ANSWER, usage }));
  const answer = await ask('openai', server);
  expect(answer.usage).toEqual({ inputTokens: 7, outputTokens: 11, isEstimated: true });
});
