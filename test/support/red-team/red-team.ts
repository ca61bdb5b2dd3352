// A red team: a folder of attacks, and for each attack the checks that it would succeed without.

import { join } from 'node:path';
import type { Mutation } from './mutation.ts';

/** Where the project begins. */
export const projectRoot = join(import.meta.dirname, '../../..');

/** A suite of attacks. */
export interface RedTeam {
  /** Where its attacks are, from the root of the project. */
  readonly folder: string;
  readonly mutations: readonly Mutation[];
}
