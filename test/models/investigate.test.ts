/** Whole investigations with a model: what it is sent, what becomes of its answers, what is on record, and what it may spend. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderPack } from '../../src/disclosure/lens/index.ts';
import { openLedger } from '../../src/engine/index.ts';
import { PenumbraError, sha256 } from '../../src/kernel/index.ts';
import type { RunModel } from '../../src/record/index.ts';
import { renderHtml, renderTerminal } from '../../src/report/index.ts';
import { exchangesOf, filesWith, KEY, openShop } from './model-runs.ts';
import { startModelServer } from './model-server.ts';
import { type Question, readQuestion } from './scripted-model.ts';

const faithful = (text: string) => ({ say: JSON.stringify(readQuestion(text).faithful) });

/** Starts a model that answers as the heuristics would, but for what a script changes. */
function startModel(change: (question: Question) => object | string | null = () => null) {
  return startModelServer('openai', ({ text }) => {
    const question = readQuestion(text);
    const said = change(question) ?? question.faithful;
    return { say: typeof said === 'string' ? said : JSON.stringify(said) };
  });
}

function artifactsOf({ cases }: RunModel): readonly (string | undefined)[] {
  return cases.flatMap(({ steps }) => steps.map(({ artifact }) => artifact?.frame));
}

function checksOf({ cases }: RunModel, node: string): readonly string[] {
  return cases.flatMap(({ steps }) =>
    steps
      .filter((step) => step.node === node)
      .flatMap(({ replyChecks }) => replyChecks.flatMap(({ reasons }) => reasons)),
  );
}

async function faultOf(work: Promise<unknown>): Promise<PenumbraError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof PenumbraError) return error;
  throw error ?? new Error('no fault');
}

describe('a run with a model', { timeout: 120_000 }, () => {
  test('sends the rendered packs that are on record, and nothing else, and finds what the heuristics find', async () => {
    using shop = openShop();
    await using server = await startModel();
    const found = await shop.investigate({ model: 'openai:scripted', modelUrl: server.url });
    const alone = await shop.investigate({});
    expect(alone.document).not.toHaveProperty('model');
    const { run: _run, model, ...document } = found.document;
    const { run: _alone, ...own } = alone.document;
    const plain = (value: object) => JSON.stringify(value).replace(/frame:[0-9a-f]+/g, 'frame');
    expect(plain(document)).toBe(plain(own));
    expect(model).toEqual({ name: 'openai:scripted', steps: expect.any(Number), stood_in: [] });
    const ledger = await openLedger({ workspace: shop.workspace, create: false });
    const sent = new Set(server.requests.map(({ body }) => sha256(body)));
    const texts = new Set(server.requests.map(({ text }) => text));
    const packs = found.model.cases.flatMap(({ steps }) => steps.flatMap((step) => step.packs));
    expect(packs.length).toBe(server.requests.length);
    for (const { pack } of packs) {
      const [bytes] = await ledger.store.getMany([pack.replace('pack:', '') as never]);
      expect(bytes).toBeTruthy();
      expect(
        texts.has(renderPack({ bytes: bytes as Uint8Array, hash: pack.replace('pack:', '') as never })),
      ).toBe(true);
    }
    await ledger.store.close();
    const asks = found.model.cases.flatMap(({ steps }) => steps.flatMap((step) => step.asks));
    expect(new Set(asks.map(({ request }) => request))).toEqual(sent);
    expect(new Set(asks.map((ask) => ask.model))).toEqual(new Set(['openai:scripted']));
    expect(server.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    expect(filesWith(shop.folder, KEY)).toEqual([]);
    expect(filesWith(shop.folder, Buffer.from(KEY).toString('base64').slice(0, 20))).toEqual([]);
    expect(found.spending).toMatchObject({ answers: server.requests.length, cost: null });
  });

  test('is replayed from a recording with equal artifacts, without a server and without a key', async () => {
    using shop = openShop();
    await using server = await startModel(({ step, faithful: said }) =>
      step === 'investigate'
        ? { ...said, rca_message: 'The shop counts wrongly; the evidence names the file.' }
        : null,
    );
    const record = join(shop.folder, 'answers.jsonl');
    const found = await shop.investigate({ model: 'openai:scripted', modelUrl: server.url, record });
    const asked = server.requests.length;
    using other = openShop();
    const again = await other.investigate({ model: `replay:${record}` });
    expect(again.run).toBe(found.run);
    expect(artifactsOf(again.model)).toEqual(artifactsOf(found.model));
    expect(again.model).toEqual(found.model);
    expect(again.document).toEqual(found.document);
    expect(server.requests.length).toBe(asked);
    expect(filesWith(shop.folder, KEY)).toEqual([]);
  });

  test('has no token of its address on record or in what is shown, and is resumed with the address', async () => {
    using shop = openShop();
    const token = `ghp${'_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`;
    const other = 'Zr7kQ2vLmT4xQ9aB';
    const key = `glpat${'-'}kK1jJ2hH3gG4fF5dD6sS`;
    let isDown = true;
    await using server = await startModelServer('openai', ({ path, text }) =>
      isDown
        ? { status: 401, body: `no ${path}, ${encodeURIComponent(path)} or ${key}` }
        : { say: JSON.stringify(readQuestion(text).faithful) },
    );
    const modelUrl = `${server.url}/${token}/${other}`;
    const record = join(shop.folder, 'answers.jsonl');
    const asking = { model: 'openai:scripted', modelUrl, record };
    const fault = await faultOf(shop.investigate(asking, { court: false }));
    const said = JSON.stringify([fault.message, fault.hint, fault.data]);
    expect(said).toContain('answered 401');
    for (const secret of [token, other, key]) expect(said).not.toContain(secret);
    isDown = false;
    const [run = ''] = /run:[0-9a-f]+/.exec(said) ?? ['latest'];
    expect((await faultOf(shop.resume(run))).message).toContain('the address of the model has a secret');
    const wrong = await faultOf(shop.resume(run, { modelUrl: `${server.url}/${token}` }));
    expect(wrong.message).toContain('the address of the model has a secret');
    const found = await shop.resume(run, { modelUrl, record });
    expect(server.requests.every(({ path }) => path.startsWith(`/v1/${token}/${other}/`))).toBe(true);
    const exchanges = await exchangesOf(shop, found.run ?? '');
    expect(exchanges.length).toBeGreaterThan(0);
    for (const { settings } of exchanges)
      expect(settings.endpoint).toBe(`${server.url}/‹secret: GitHub token›/‹secret: token›`);
    for (const secret of [token, other]) {
      expect(filesWith(shop.folder, secret)).toEqual([]);
      expect(JSON.stringify(found)).not.toContain(secret);
    }
  });

  test('stops with a recording that does not hold an answer, or that is none', async () => {
    using shop = openShop();
    await using server = await startModel();
    const record = join(shop.folder, 'answers.jsonl');
    await shop.investigate({ model: 'openai:scripted', modelUrl: server.url, record }, { court: false });
    const fault = await faultOf(shop.investigate({ model: `replay:${record}` }));
    expect([fault.code, fault.message]).toEqual([
      'model-unavailable',
      expect.stringContaining('holds no answer to this question'),
    ]);
    for (const text of ['', '{"format":"penumbra.recording/1"}\n', '[1]\n', '\0\0']) {
      writeFileSync(record, text);
      expect((await faultOf(shop.investigate({ model: `replay:${record}` }))).code).toBe('unreadable-input');
    }
    expect((await faultOf(shop.investigate({ model: `replay:${shop.folder}` }))).code).toBe(
      'unreadable-input',
    );
  });

  test.each([
    ['no JSON', 'I think it is the cart.', 'schema'],
    ['a broken schema', { rca_message: 7 }, 'schema'],
    ['a handle that was not told', { evidence_refs: [`frame:${'ab'.repeat(32)}`] }, 'handle-not-allowed'],
    ['a label that is not there', { defect_reason: 'as [T99] says' }, 'label-unknown'],
  ] as const)(
    'asks again with the reason after %s, then the heuristic stands in, marked',
    async (_, said, reason) => {
      using shop = openShop();
      const reasons = new Map<string, (readonly string[])[]>();
      await using server = await startModel(({ pack, step, faithful: own, refused }) => {
        if (step !== 'investigate') return null;
        const place = `${pack.scope.campaign_id} ${pack.scope.scene_id}`;
        reasons.set(place, [...(reasons.get(place) ?? []), refused]);
        return typeof said === 'string' ? said : { ...own, ...said };
      });
      const found = await shop.investigate(
        { model: 'openai:scripted', modelUrl: server.url },
        { court: false },
      );
      const alone = await shop.investigate({}, { court: false });
      expect([...reasons.values()][0]).toEqual([[], [reason], [reason]]);
      expect(checksOf(found.model, 'investigate')).toContain(reason);
      const at = found.document.model?.stood_in ?? [];
      expect(at[0]).toMatchObject({ node: 'investigate', reason });
      expect(found.document.causes.map(({ suspects }) => suspects)).toEqual(
        alone.document.causes.map(({ suspects }) => suspects),
      );
      for (const page of [renderTerminal(found.document), renderHtml(found.document, found.model)])
        expect(page.replaceAll(/\s+/g, ' ')).toContain('the heuristic stood in: investigate');
    },
  );

  test('takes a corrected answer, and says that it was the model', async () => {
    using shop = openShop();
    await using server = await startModel(({ step, refused }) =>
      step === 'triage' && refused.length === 0 ? 'not yet' : null,
    );
    const found = await shop.investigate(
      { model: 'openai:scripted', modelUrl: server.url },
      { court: false },
    );
    expect(checksOf(found.model, 'triage')).toContain('schema');
    expect(found.document.model?.stood_in).toEqual([]);
  });

  test('answers with the heuristic what a server fails at, and stops where the key is wrong', async () => {
    using shop = openShop();
    await using failing = await startModelServer('openai', ({ text }) =>
      readQuestion(text).step === 'review' ? { status: 400, body: '{"error":"too long"}' } : faithful(text),
    );
    const found = await shop.investigate(
      { model: 'openai:scripted', modelUrl: failing.url },
      { court: false },
    );
    expect(found.document.model?.stood_in[0]).toMatchObject({
      node: 'review',
      reason: expect.stringContaining('answered 400'),
    });
    await using refusing = await startModelServer('openai', () => ({
      status: 401,
      body: `{"error":"${KEY}"}`,
    }));
    const fault = await faultOf(shop.investigate({ model: 'openai:other', modelUrl: refusing.url }));
    expect(fault.code).toBe('model-unavailable');
    expect(JSON.stringify([fault.message, fault.data, fault.stack])).not.toContain(KEY);
    // One question each of the cases that are walked at once.
    expect(refusing.requests.length).toBeLessThanOrEqual(16);
  });

  test('stops at its budget, goes on with a higher one, and pays for nothing twice', async () => {
    using shop = openShop();
    await using server = await startModelServer('openai', ({ text }) => ({
      ...faithful(text),
      usage: [4_000, 500],
    }));
    const asking = { model: 'openai:scripted', modelUrl: server.url };
    const fault = await faultOf(shop.investigate({ ...asking, maxTokens: 60_000 }));
    expect(fault.code).toBe('stopped');
    expect(fault.message).toMatch(
      /^the budget of the model has no room for another question: \d+ of 60000 tokens/,
    );
    const before = server.requests.length;
    expect(before).toBeGreaterThan(0);
    const run = fault.hint?.match(/run:[0-9a-f]{64}/)?.[0] ?? '';
    expect(await exchangesOf(shop, run)).toHaveLength(before);
    const resumed = await shop.resume(run, { maxTokens: 100_000_000 });
    expect(new Set(server.requests.map(({ body }) => body)).size).toBe(server.requests.length);
    expect(resumed.spending?.answers).toBe(server.requests.length);
    using calm = openShop();
    const whole = await calm.investigate(asking);
    expect(resumed.document).toEqual(whole.document);
    expect(artifactsOf(resumed.model)).toEqual(artifactsOf(whole.model));
  });

  test('keeps a bound of money by a table of prices, and needs a price for it', async () => {
    using shop = openShop();
    await using server = await startModel();
    const asking = { model: 'openai:scripted', modelUrl: server.url, maxCost: '0.10' };
    expect((await faultOf(shop.investigate(asking))).message).toContain(
      'no price of `openai:scripted` is known',
    );
    const prices = join(shop.folder, 'prices.json');
    const price = { 'openai:scripted': { input: '1.00', output: '15.00' } };
    writeFileSync(
      prices,
      JSON.stringify({ as_of: '2026-11-01', currency: 'USD', per_million_tokens: price }),
    );
    const fault = await faultOf(shop.investigate({ ...asking, prices }));
    expect([fault.code, fault.message]).toEqual([
      'stopped',
      expect.stringMatching(/: 0\.\d+ of 0\.10 USD are spent$/),
    ]);
  });

  test('that is called off in mid-stream goes on without asking again what was answered', async () => {
    using shop = openShop();
    const stop = new AbortController();
    let isHanging = true;
    await using server = await startModelServer('openai', ({ text }, index) => {
      if (index !== 6 || !isHanging) return faithful(text);
      isHanging = false;
      setTimeout(() => stop.abort(new Error('Ctrl-C')), 20);
      return { hang: true };
    });
    const fault = await faultOf(
      shop.investigate({ model: 'openai:scripted', modelUrl: server.url }, { signal: stop.signal }),
    );
    expect(fault.code).toBe('stopped');
    const run = fault.hint?.match(/run:[0-9a-f]{64}/)?.[0] ?? '';
    const answered = new Set((await exchangesOf(shop, run)).map(({ sent }) => sent));
    const first = server.requests.length;
    await shop.resume(run);
    const later = server.requests.slice(first).map(({ body }) => sha256(body));
    expect(later.filter((sent) => answered.has(sent))).toEqual([]);
    expect(later.length).toBeGreaterThan(0);
  });
});
