// Fails where an answer holds what no agent may be told: a canary, a path of the host, or a secret key.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ToolResult } from '../../src/tools/index.ts';

interface Secrets {
  readonly folder: string;
  readonly canary: string;
  readonly keys: string;
}

/** Asserts that an answer leaks nothing; what only trusted code gets may hold host paths, but no canary either. */
export function refuseLeaks(result: ToolResult, { folder, canary, keys }: Secrets): void {
  const told = textOf(result.reply);
  const all = told + textOf(result.value);
  expect(all.includes(canary), `a canary is in the answer ${result.reply.code}`).toBe(false);
  for (const place of [folder, '/proc/self/fd', process.cwd()])
    expect(told.includes(place), `${place} is in the reply ${told}`).toBe(false);
  for (const secret of secretsIn(keys))
    expect(told.includes(secret), `a key is in the reply ${result.reply.code}`).toBe(false);
}

/** Everything a value holds, maps and bytes too. */
export function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_key, one: unknown) => {
    if (one instanceof Map || one instanceof Set) return [...one];
    if (one instanceof Error) return one.message;
    if (typeof one === 'bigint') return String(one);
    return one instanceof Uint8Array ? Buffer.from(one).toString() : one;
  });
  return text ?? '';
}

const known = new Map<string, readonly string[]>();

/** The long words of the key files are the keys. */
function secretsIn(keys: string): readonly string[] {
  const found = known.get(keys);
  if (found !== undefined) return found;
  const words = readdirSync(keys, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name }) => readFileSync(join(keys, name), 'utf8').match(/[A-Za-z0-9+/_-]{40,}/g) ?? []);
  known.set(keys, words);
  return words;
}
