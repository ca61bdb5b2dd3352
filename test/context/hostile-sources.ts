// Sources that are made to break parsers, and what outline and imports of them still are.

import { expect } from 'vitest';
import { openSyntaxParser } from '../../src/adapters/parsers/index.ts';
import { createProducers } from '../../src/context/producers/create-producers.ts';

/** What each is called, and the source. */
export const hostileSources: readonly (readonly [string, string])[] = [
  ['one line of two megabytes', 'a = b + c; '.repeat(190_000)],
  ['nested parentheses', `x = ${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
  ['nested classes', 'class A { '.repeat(4_000)],
  ['open brackets', '[{('.repeat(5_000)],
  ['open quotes', '"\'`'.repeat(2_000)],
  ['bytes that are no text', 'class A {}\0'],
  ['halves of characters', 'class \ud800 {} "\udc00'],
];

const producers = createProducers(openSyntaxParser());

/** Checks that a source breaks nothing in the languages of some paths. */
export async function checkHostileSource(source: string, paths: readonly string[]): Promise<void> {
  const produce = async (name: string, path: string): Promise<string> => {
    const producer = producers.find((one) => one.name === name);
    return (await producer?.produce({ path, bytes: Buffer.from(source) })) ?? expect.fail();
  };
  for (const path of paths) {
    const outline = await produce('outline', path);
    expect(outline).toBe(outline.toWellFormed());
    expect(await produce('imports', path)).toMatch(/^(?:[^\n]+\n)*$/);
  }
}
