/** The shipped policies: the module is their files (`vitest --update` writes it anew), and each loads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPolicy, shippedPolicies } from '../index.ts';

const directory = join(import.meta.dirname, '../../../policies');

function moduleText(): string {
  const files = readdirSync(directory).filter((file) => file.endsWith('.yaml'));
  const entries = files.toSorted().map((file) => {
    const text = readFileSync(join(directory, file), 'utf8').replace(/[\\`]|\$\{/g, '\\$&');
    return `  ${file.replace('.yaml', '')}: \`${text}\`,\n`;
  });
  return `/** Written from policies/*.yaml by shipped-policies.test.ts (\`vitest --update\`); change those files, not this one. */

/** The texts of the shipped policies, by name: here, so that the core needs no file system. */
export const shippedPolicies = Object.freeze({
${entries.join('')}});
`;
}

test('the module holds the files', async () => {
  await expect(moduleText()).toMatchFileSnapshot(join(import.meta.dirname, 'shipped-policies.ts'));
});

test.each(Object.entries(shippedPolicies))('%s loads under its name', (name, text) => {
  expect(loadPolicy(text).name).toBe(name);
});
