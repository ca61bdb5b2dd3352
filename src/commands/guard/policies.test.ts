/** Policies by name and by file, and inputs that are rejected as policies. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shippedPolicies } from '../../guard/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import { openPolicy, readPolicySource } from './policies.ts';

function folderWith(content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-policy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'policy.yaml'), content);
  return folder;
}

test('a name of a policy that ships stands for it', async () => {
  const { investigate } = shippedPolicies;
  expect(await readPolicySource('investigate')).toEqual({ source: 'investigate', text: investigate });
  const file = join(folderWith(investigate), 'policy.yaml');
  expect(await readPolicySource(file)).toEqual({ source: file, text: investigate });
  expect((await openPolicy(file)).policy.hash).toBe((await openPolicy('investigate')).policy.hash);
});

test.each<[string, string | Uint8Array, string, string, RegExp]>([
  ['a folder', '', '.', 'unreadable-input', /illegal operation on a directory/],
  ['what is not there', '', 'nowhere.yaml', 'unreadable-input', /no such file or directory/],
  ['what no file can be called', '', 'a\0b', 'unreadable-input', /no file has such a name/],
  ['bytes that are no text', Uint8Array.of(0x70, 0xff), 'policy.yaml', 'unreadable-input', /UTF-8/],
  ['a text with a NUL', 'policy: \0', 'policy.yaml', 'unreadable-input', /UTF-8/],
  ['what is too long', '#'.repeat(1024 * 1024 + 1), 'policy.yaml', 'limit-exceeded', /1048576 bytes/],
  ['what is no policy', 'policy: [', 'policy.yaml', 'invalid-configuration', /policy.yaml:1:10: /],
])('%s is refused', async (_what, content, name, code, message) => {
  const refused = await openPolicy(join(folderWith(content), name)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PenumbraError);
  expect(refused).toMatchObject({
    code,
    message: expect.stringMatching(message),
    hint: expect.stringMatching(/./),
  });
});

test.each([
  ['investigat', /did you mean `investigate`\?/],
  ['constructor', /cannot read `constructor`/],
  ['__proto__', /cannot read `__proto__`/],
])('the name %s is looked up and suggested, and nothing else', async (name, message) => {
  await expect(openPolicy(name)).rejects.toThrow(message);
});
