/** Without a model nothing of models is loaded, and nothing of a report says that there could be one. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launch } from '../e2e/penumbra.ts';
import { openShop } from './model-runs.ts';
import { startModelServer } from './model-server.ts';

const hook = `import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';
registerHooks({ load(url, context, next) { if (url.includes('@ai-sdk')) writeSync(2, 'loaded a client'); return next(url, context); } });`;
const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(hook)}`;

test('the clients of models are loaded when one is asked, and not before', { timeout: 60_000 }, async () => {
  using shop = openShop();
  const at = { cwd: shop.workspace, env: { NODE_OPTIONS } };
  const version = launch(['--version'], at);
  expect([version.status, version.stderr]).toEqual([0, '']);
  const offline = launch(['investigate', 'reports', '--memory', 'off', '--json'], at);
  expect([offline.status, offline.stderr]).toEqual([0, '']);
  expect(JSON.parse(offline.stdout)).not.toHaveProperty('model');
  await using gone = await startModelServer('openai', () => ({ hang: true }));
  const url = gone.url;
  await gone[Symbol.asyncDispose]();
  const asked = launch(['investigate', 'reports', '--model', 'openai:m', '--model-url', url], at);
  expect(asked.status).toBe(5);
  expect(asked.stderr).toContain('loaded a client');
  expect(asked.stderr).toContain('cannot be reached: ECONNREFUSED');
});

test('a run that asks no model takes no bounds of one', () => {
  using shop = openShop();
  const record = join(shop.folder, 'answers.jsonl');
  for (const flag of [
    ['--max-tokens', '5'],
    ['--max-cost', '1'],
    ['--record', record],
  ]) {
    const { status, stderr } = launch(['investigate', 'reports', ...flag], { cwd: shop.workspace });
    expect([status, stderr]).toEqual([2, expect.stringContaining(`\`${flag[0]}\` is for a model`)]);
  }
});
