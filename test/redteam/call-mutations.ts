// What stops attacks on the way of a call.

import type { Mutation } from '../support/red-team/mutation.ts';

const SESSION = 'src/engine/guard/session/open-guard-session.ts';

/** The checks that one call rests on one moment. */
export const callMutations: readonly Mutation[] = [
  {
    attack: 'call-second-mode',
    file: SESSION,
    remove: '(mode) => scopeInForce(contracts, mode)',
    put: '() => scopeInForce(contracts, session.mode())',
    why: 'the rows of one mode would meet the contract of another',
  },
  {
    attack: 'call-opened-in-second-mode',
    file: SESSION,
    remove: 'contracts: { open, close, cancel },',
    put: 'contracts: { open: (draft) => open(draft, session.mode()), close, cancel },',
    why: 'it would be in force where it was not declared',
  },
];
