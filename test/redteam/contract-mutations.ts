// What stops attacks on contracts.

import type { Mutation } from '../support/red-team/mutation.ts';

const book = 'src/guard/contracts/contract-history.ts';
const states = 'src/guard/contracts/open-contract-store.ts';

/** The checks of contracts. */
export const contractMutations: readonly Mutation[] = [
  {
    attack: 'contract-edited',
    file: book,
    remove: "if (verified !== 'valid') return verified === 'invalid' ? 'forged' : 'unverifiable';",
    put: '',
    why: 'whatever stands in the log would be believed',
  },
  {
    attack: 'contract-other-session',
    file: book,
    remove: "if (contract.session !== sessionId || contract.id !== opening.contract) return 'invalid';",
    put: '',
    why: 'a signature says who signed, not for whom',
  },
  {
    attack: 'contract-reopened',
    file: book,
    remove: "if (known === undefined || known === 'expired') ends.set(contract, event);",
    put: 'void [known, event];',
    why: 'a contract would not end',
  },
  {
    attack: 'contract-expired',
    file: states,
    remove: 'return nowMs >= expiresMs || nowMs < createdMs - contractLimits.shortestMs;',
    put: 'return nowMs < createdMs - contractLimits.shortestMs;',
    why: 'a contract would stand for ever',
  },
  {
    attack: 'contract-expired',
    file: states,
    remove:
      "if (state === 'open' && isOver(contract, clock.now())) expired.add(contract.id);\n    return state === 'open' && expired.has(contract.id)",
    put: "return state === 'open' && isOver(contract, clock.now())",
    why: 'whoever sets the clock back would renew it',
  },
  {
    attack: 'contract-ended-elsewhere',
    file: 'src/engine/guard/open-guard-session.ts',
    remove: 'beforeCall: () => contracts.refresh(),',
    put: '',
    why: 'other processes would go on with it',
  },
  {
    attack: 'contract-second',
    file: 'src/guard/contracts/open-contract-store.ts',
    remove: "if (findUnended(log.history()) !== undefined) return 'one-open';",
    put: '',
    why: 'all who saw none open would open one',
  },
  {
    attack: 'contract-climbing',
    file: 'src/guard/contracts/contract-shape.ts',
    remove: '(value) => isReadable(value, MAX_PATH_BYTES) && findPathFault(value) === null,',
    put: '(value) => isReadable(value, MAX_PATH_BYTES),',
    why: 'a target would lead out of the root',
  },
  {
    attack: 'contract-uncovered',
    file: 'src/guard/conditions/contract.ts',
    remove: 'contract.targets.some((target) => targetCovers(target, path))',
    put: 'contract.targets.some((target) => target !== path)',
    why: 'a contract would reach its whole root',
  },
  {
    attack: 'contract-other-operation',
    file: 'src/guard/conditions/contract.ts',
    remove: '|| !contract.operations.includes(neededOperation[area])',
    put: '',
    why: 'a contract would allow whatever its root allows',
  },
  {
    attack: 'contract-undeclared',
    file: 'src/guard/contracts/audit-contract.ts',
    remove: 'done.filter((deed) => !contract.edits.some((edit) => declares(edit, deed)))',
    put: 'done.filter(() => false)',
    why: 'nobody would be told',
  },
];
