// What must hold of walks that were killed and resumed, at whatever moments.

import { expect } from 'vitest';
import type { WalkGround } from './walk-ground.ts';
import { crashRun, speakers } from './walk-plan.ts';

/**
 * Kills walks and expects that they end like undisturbed ones. An answer is paid again exactly where a death came between
 * the agent's answer and its record, which is at most one for each case under way.
 */
export async function expectSurvival(
  ground: WalkGround,
  lives: readonly (readonly string[])[],
): Promise<void> {
  const survivals = await ground.survive(lives);
  expect(survivals).toHaveLength(lives.length);
  for (const [index, { remains, lost, paid }] of survivals.entries()) {
    const life = lives[index] ?? [];
    expect({ life, remains }).toEqual({ life, remains: ground.calm.remains });
    expect({ life, paid }).toEqual({ life, paid: [...ground.calm.paid, ...lost.flat()].sort() });
    for (const [death, moment] of life.entries()) expectLost(ground, moment, lost[death] ?? []);
  }
}

/** The case whose effect was the moment has lost what was answered and not yet recorded, and nothing else. */
function expectLost({ calm }: WalkGround, moment: string, lost: readonly string[]): void {
  expect({ moment, isFew: lost.length <= crashRun.pool }).toEqual({ moment, isFew: true });
  const own = ownAsk(moment);
  if (own === null) return;
  const expected = own.isPaid && calm.paid.includes(own.ask) ? [own.ask] : [];
  expect({ moment, lost: lost.filter((ask) => ask.startsWith(`${own.case}/`)) }).toEqual({
    moment,
    lost: expected,
  });
}

type OwnAsk = { readonly case: string; readonly ask: string; readonly isPaid: boolean };

/** Returns the ask that a moment is about, and whether it was paid by then and not on record. */
function ownAsk(moment: string): OwnAsk | null {
  const [when, kind, place = '', number = ''] = moment.split(' ');
  const [log, , caseId = '', step = ''] = place.split('/');
  if (kind === 'ask')
    return { case: place.split('/')[0] ?? '', ask: `${place} ${number}`, isPaid: when === 'after' };
  const isPaid = when === 'before';
  if (log === 'asks')
    return { case: caseId, ask: `${caseId}/${step} ${speakers[Number(number) - 1]}`, isPaid };
  return log === 'progress' ? { case: caseId, ask: `${caseId}/${number} answer`, isPaid } : null;
}
