// Looks for a secret in what left, by plain search and by undoing the attack's own disguise. It knows nothing of the
// leak guard: a checker that shared its rules would share its mistakes.

import { expect } from 'vitest';
import type { Output } from './all-that-leaves.ts';

/** Tells whether a text gives the secret away. */
export type Telltale = (text: string) => boolean;

/** Expects that no output gives the secret away, as it is written or with the escapes of JSON undone. */
export function expectUntold(outputs: readonly Output[], tells: Telltale): void {
  const telling = outputs.filter(({ text }) => tells(text) || tells(withoutEscapes(text)));
  expect(telling.map(({ place }) => place)).toEqual([]);
}

/** Expects that outputs give away what is harmless: a world that tells nothing keeps every secret. */
export function expectTold(outputs: readonly Output[], text: string, consumers: readonly string[]): void {
  const told = outputs.filter((output) => output.text.includes(text)).map(({ place }) => place);
  expect(told).toEqual(expect.arrayContaining(consumers.map((consumer) => `text of ${consumer}`)));
}

/** Makes a telltale of plain search, whatever the case. */
export function says(...secrets: readonly string[]): Telltale {
  return (text) => secrets.some((secret) => text.toLowerCase().includes(secret.toLowerCase()));
}

/** Makes a telltale that reads a text in its own way first. */
export function saysWhenRead(read: (text: string) => string, ...secrets: readonly string[]): Telltale {
  const tells = says(...secrets);
  return (text) => tells(text) || tells(read(text));
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gs, (_, code?: string, plain?: string) =>
    code === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
