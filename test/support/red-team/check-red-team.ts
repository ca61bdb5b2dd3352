// The attacks of a suite and what stops them belong together: each attack has a check, and each check stands in the
// program.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listAttacks } from './list-attacks.ts';
import { projectRoot, type RedTeam } from './red-team.ts';

/** Makes the tests that hold the attacks and the checks of a suite against each other. */
export function checkRedTeam(team: RedTeam): void {
  const attacks = listAttacks(team).map(({ id }) => id);

  test('every attack has a name of its own and a check that stops it', () => {
    expect(attacks.length).toBeGreaterThan(0);
    expect(new Set(attacks).size).toBe(attacks.length);
    expect(attacks.filter((id) => !team.mutations.some(({ attack }) => attack === id))).toEqual([]);
  });

  describe('the check', () => {
    test.each(team.mutations)('against $attack is one text of $file', ({ attack, file, remove, put }) => {
      expect(attacks).toContain(attack);
      expect(readFileSync(join(projectRoot, file), 'utf8').split(remove).length - 1).toBe(1);
      expect(put).not.toBe(remove);
    });
  });
}
