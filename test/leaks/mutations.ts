// Every check that is taken out of oracle and lens, one at a time, to see that its attack succeeds without it.

import type { Mutation } from '../support/red-team/mutation.ts';
import { compactionMutations } from './compaction-mutations.ts';
import { encodingMutations } from './encoding-mutations.ts';
import { faultMutations } from './fault-mutations.ts';
import { harmlessMutations } from './harmless-mutations.ts';
import { idMutations } from './id-mutations.ts';
import { investigationMutations } from './investigation-mutations.ts';
import { lockMutations } from './lock-mutations.ts';
import { numberMutations } from './number-mutations.ts';
import { partMutations } from './part-mutations.ts';
import { quotationMutations } from './quotation-mutations.ts';
import { replyMutations } from './reply-mutations.ts';
import { scriptMutations } from './script-mutations.ts';
import { spellingMutations } from './spelling-mutations.ts';
import { splitMutations } from './split-mutations.ts';
import { surroundingMutations } from './surrounding-mutations.ts';
import { tamperingMutations } from './tampering-mutations.ts';
import { tierMutations } from './tier-mutations.ts';
import { twinMutations } from './twin-mutations.ts';

/** All mutations. */
export const mutations: readonly Mutation[] = [
  ...spellingMutations,
  ...scriptMutations,
  ...partMutations,
  ...encodingMutations,
  ...numberMutations,
  ...splitMutations,
  ...idMutations,
  ...harmlessMutations,
  ...compactionMutations,
  ...twinMutations,
  ...tierMutations,
  ...surroundingMutations,
  ...lockMutations,
  ...faultMutations,
  ...tamperingMutations,
  ...replyMutations,
  ...investigationMutations,
  ...quotationMutations,
];
