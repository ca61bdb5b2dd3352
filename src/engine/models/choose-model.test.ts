/** Which model is asked, and which key is sent where. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PenumbraError } from '../../kernel/index.ts';
import { chooseModel, findModelKey, hostOf } from './choose-model.ts';

const openai = { provider: 'openai', model: 'm', max_output_tokens: 1 } as const;
const service = { ...openai, endpoint: 'https://api.openai.com/v1' };
const elsewhere = { ...openai, endpoint: 'https://gateway.example.org/v1' };
const local = { ...openai, endpoint: 'http://127.0.0.1:11434/v1' };

function codeOf(work: () => unknown): string {
  try {
    return JSON.stringify(work());
  } catch (error) {
    if (error instanceof PenumbraError) return error.code;
    throw error;
  }
}

test.each([
  [{}, {}, 'null'],
  [{ model: 'heuristic' }, { PENUMBRA_MODEL: 'openai:a' }, 'null'],
  [{}, { PENUMBRA_MODEL: '' }, 'null'],
  [{ model: 'openai:' }, {}, 'usage'],
  [{ model: 'openai:a b' }, {}, 'usage'],
  [{ model: 'google:gemini' }, {}, 'usage'],
  [{ model: 'replay:' }, {}, 'usage'],
  [{ model: 'openai:a', modelUrl: 'file:///etc/passwd' }, {}, 'usage'],
  [{ model: 'openai:a', modelUrl: 'https://user:secret@example.org' }, {}, 'usage'],
  [{ model: 'openai:a', modelUrl: 'https://example.org/?key=secret' }, {}, 'usage'],
])('%j with %j is %s', (flags, environment, expected) => {
  expect(codeOf(() => chooseModel(flags, environment))).toBe(expected);
});

test('a flag wins over the environment, and a name may hold what names of models hold', () => {
  const environment = { PENUMBRA_MODEL: 'openai:a', PENUMBRA_MODEL_URL: 'http://localhost:1/v1/' };
  expect(chooseModel({}, environment)).toMatchObject({ model: 'a', endpoint: 'http://localhost:1/v1' });
  expect(chooseModel({ model: 'anthropic:claude-sonnet-5' }, {})).toMatchObject({
    provider: 'anthropic',
    endpoint: 'https://api.anthropic.com/v1',
  });
  expect(chooseModel({ model: 'openai:org/model:7b@q4' }, {})).toMatchObject({ model: 'org/model:7b@q4' });
});

describe('a key', () => {
  test.each([
    ['goes to its service', service, { OPENAI_API_KEY: 'k1' }, '"k1"'],
    ['goes nowhere else', elsewhere, { OPENAI_API_KEY: 'k1', ANTHROPIC_API_KEY: 'k2' }, 'null'],
    ['is not needed on this machine', local, { OPENAI_API_KEY: 'k1' }, 'null'],
    ['of its own goes where the address says', elsewhere, { PENUMBRA_MODEL_KEY: 'k3' }, '"k3"'],
    ['is needed for a service', service, {}, 'invalid-configuration'],
    ['with a line break is none', service, { OPENAI_API_KEY: 'k\nk' }, 'invalid-configuration'],
    [
      'is not sent in the clear',
      { ...elsewhere, endpoint: 'http://gateway.example.org/v1' },
      { PENUMBRA_MODEL_KEY: 'k' },
      'invalid-configuration',
    ],
  ])('%s', (_, settings, environment, expected) => {
    const none = { PENUMBRA_CONFIG_DIR: '/nowhere/at/all' };
    expect(codeOf(() => findModelKey(settings, { ...none, ...environment }))).toBe(expected);
  });

  test('is read from a file that its owner alone may read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'penumbra-model-key-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'models', 'openai.key');
    mkdirSync(join(folder, 'models'));
    writeFileSync(file, 'from-a-file\n', { mode: 0o600 });
    expect(findModelKey(service, { PENUMBRA_CONFIG_DIR: folder })).toBe('from-a-file');
    expect(findModelKey(local, { PENUMBRA_CONFIG_DIR: folder })).toBeNull();
    chmodSync(file, 0o644);
    expect(codeOf(() => findModelKey(service, { PENUMBRA_CONFIG_DIR: folder }))).toBe(
      'invalid-configuration',
    );
  });
});

test.each([
  ['http://127.0.0.1:1/v1', true],
  ['http://[::1]:1/v1', true],
  ['http://localhost.example.org/v1', false],
  ['http://10.0.0.1/v1', false],
])('%s is this machine: %s', (endpoint, isThisMachine) => {
  expect(hostOf(endpoint).isThisMachine).toBe(isThisMachine);
});
