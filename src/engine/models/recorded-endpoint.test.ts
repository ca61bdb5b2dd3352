// What of a model's address is recorded: all of it but tokens in its path.
import { expect, test } from 'vitest';
import { openSecretScanner } from '../../adapters/secrets/index.ts';
import { recordedEndpoint } from './recorded-endpoint.ts';

const scanner = await openSecretScanner();
const github = `ghp${'_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`;

test.each([
  ['http://127.0.0.1:11434/v1'],
  ['https://api.openai.com/v1'],
  ['https://host.example/openai/deployments/gpt-4o-mini-2024-07-18'],
  ['https://host.example/organisation/penumbra-production/v1beta1/text-generation'],
])('%s is recorded as it is', (endpoint) => {
  expect(recordedEndpoint(scanner, endpoint)).toEqual({ endpoint, secrets: [] });
});

test.each([
  [`http://127.0.0.1:1/v1/${github}`, 'http://127.0.0.1:1/v1/‹secret: GitHub token›', github],
  [`http://h/${github.replace('_', '%5F')}/v1`, 'http://h/‹secret: GitHub token›/v1', github],
  ['https://h:8/v1/Zr7kQ2vLmT4xQ9aB/chat', 'https://h:8/v1/‹secret: token›/chat', 'Zr7kQ2vLmT4xQ9aB'],
  ['https://h/token/Zr7kQ2vL4x', 'https://h/token/‹secret: secret value›', 'Zr7kQ2vL4x'],
  ['https://h/v1/9f86d081884c7d659a2feaa0', 'https://h/v1/‹secret: token›', '9f86d081884c7d659a2feaa0'],
])('%s is recorded without its token', (address, endpoint, value) => {
  const recorded = recordedEndpoint(scanner, address);
  expect(recorded.endpoint).toBe(endpoint);
  expect(recorded.secrets).toMatchObject([{ value }]);
});
