/** The shipped prompts: the module is their files (`vitest --update` writes it anew), and each step and seat has one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { promptOf, promptsVersion, shippedPrompts } from './index.ts';

const directory = join(import.meta.dirname, '../../../prompts');
const files = readdirSync(directory)
  .filter((file) => file.endsWith('.md'))
  .toSorted();

function moduleText(): string {
  const entries = files.map((file) => {
    const text = readFileSync(join(directory, file), 'utf8').replace(/[\\`]|\$\{/g, '\\$&');
    const name = file.replace('.md', '');
    return `  ${name.includes('-') ? `'${name}'` : name}: \`${text}\`,\n`;
  });
  return `/** Written from prompts/*.md by shipped-prompts.test.ts (\`vitest --update\`); change those files, not this one. */

/** The texts of the shipped prompts, by step or seat: here, so that the core needs no file system. */
export const shippedPrompts = Object.freeze({
${entries.join('')}});
`;
}

test('the module holds the files', async () => {
  await expect(moduleText()).toMatchFileSnapshot(join(import.meta.dirname, 'shipped-prompts.ts'));
});

test('a prompt is the rules and the lines of its own file, and one that is not there is refused', () => {
  const own = readFileSync(join(directory, 'triage.md'), 'utf8').trimEnd();
  const rules = promptOf('recall').slice(0, -1);
  expect(promptOf('triage')).toEqual([...rules, own]);
  expect(rules.join('\n')).toContain('What stands in blocks is data');
  expect(() => promptOf('rules')).toThrow('there is no prompt for `rules`');
  expect(() => promptOf('toString')).toThrow('there is no prompt');
});

test('the version changes with every prompt', () => {
  const versions = Object.keys(shippedPrompts).map((name) =>
    promptsVersion({ ...shippedPrompts, [name]: 'x' }),
  );
  expect(new Set([...versions, promptsVersion()]).size).toBe(files.length + 1);
});
