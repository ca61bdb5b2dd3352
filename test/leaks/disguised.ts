// The world most attacks share: a dragon whose name and hoard are locked, and open facts that tell them in a disguise,
// as a text, a key, a gist and a source.

import { expect } from 'vitest';
import type { FactDraft } from '../../src/disclosure/oracle/index.ts';
import type { CanonicalValue } from '../../src/kernel/index.ts';
import { fact, oracleWith, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { expectTold, expectUntold, saysWhenRead } from './expect-untold.ts';

/** The name that is locked. */
export const word = 'Vermithrax';
/** The number that is locked. */
export const code = 4711;
/** What everyone may know. */
export const harmless = 'the bridge is out';

/** A disguise: what hides the secret, and how somebody who knows the trick reads it. */
export interface Disguise {
  readonly text: string;
  readonly read?: (text: string) => string;
  readonly secret?: string;
}

/** The locked fact. */
export const locked = secret({ name: word, hoard: code });

/** Makes the body of an attack with a disguise. */
export function disguised({ text, read, secret: hidden = word }: Disguise): () => Promise<void> {
  const tells = saysWhenRead(read ?? (() => ''), hidden, text);
  return async () => {
    expect(read === undefined || read(`so: ${text} `).toLowerCase().includes(hidden.toLowerCase())).toBe(
      true,
    );
    const facts = [locked, ...tellingFacts(text), fact(harmless)];
    const outputs = await allThatLeaves(await oracleWith(facts), { replies: [text, `it is ${text}.`] });
    expectUntold(outputs, tells);
    expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
    expectCaught(outputs);
  };
}

/** Makes the body of an attack with open values that tell something together, or at a place of their own. */
export function hiddenIn(tells: (text: string) => boolean, ...values: readonly CanonicalValue[]) {
  return factsTelling(
    tells,
    values.map((value) => fact(value)),
  );
}

/** Makes the body of an attack with open facts. */
export function factsTelling(
  tells: (text: string) => boolean,
  facts: readonly FactDraft[],
): () => Promise<void> {
  return async () => {
    const outputs = await allThatLeaves(await oracleWith([locked, ...facts, fact(harmless)]));
    expectUntold(outputs, tells);
    expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
  };
}

function tellingFacts(text: string): readonly FactDraft[] {
  return [
    fact({ note: `see ${text}, they say` }),
    fact({ [text]: 'as a key' }),
    fact('a note with a telling gist', { gist: text }),
    fact('a note with a telling source', { provenance: { source: text, eventIds: [], ruleRefs: [] } }),
  ];
}

/** An agent that says it is told so. */
function expectCaught(outputs: Awaited<ReturnType<typeof allThatLeaves>>): void {
  const reasons = outputs.filter(({ place }) => place.startsWith('reasons'));
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons.filter(({ text }) => !text.includes('locked-token'))).toEqual([]);
}
