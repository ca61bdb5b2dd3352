// Every check that is taken out of the program, one at a time, to see that its attack succeeds without it.

import type { Mutation } from '../support/red-team/mutation.ts';
import { argumentsMutations } from './arguments-mutations.ts';
import { auditMutations } from './audit-mutations.ts';
import { bytesMutations } from './bytes-mutations.ts';
import { callMutations } from './call-mutations.ts';
import { contractMutations } from './contract-mutations.ts';
import { execMutations } from './exec-mutations.ts';
import { execRunMutations } from './exec-run-mutations.ts';
import { gitMutations } from './git-mutations.ts';
import { hiddenMutations } from './hidden-mutations.ts';
import { linkMutations } from './link-mutations.ts';
import { ownToolMutations } from './own-tool-mutations.ts';
import { pathMutations } from './path-mutations.ts';
import { personMutations } from './person-mutations.ts';
import { raceMutations } from './race-mutations.ts';
import { registryMutations } from './registry-mutations.ts';
import { removeMutations } from './remove-mutations.ts';
import { resourceMutations } from './resource-mutations.ts';
import { signatureMutations } from './signature-mutations.ts';

/** All mutations. */
export const mutations: readonly Mutation[] = [
  ...pathMutations,
  ...linkMutations,
  ...raceMutations,
  ...hiddenMutations,
  ...registryMutations,
  ...bytesMutations,
  ...removeMutations,
  ...resourceMutations,
  ...argumentsMutations,
  ...callMutations,
  ...ownToolMutations,
  ...execMutations,
  ...execRunMutations,
  ...gitMutations,
  ...contractMutations,
  ...personMutations,
  ...signatureMutations,
  ...auditMutations,
];
