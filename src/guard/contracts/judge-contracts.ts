/** How contracts stand by the clock: what the log calls open has expired when its time is over. */
import type { Clock } from '../../kernel/index.ts';
import type { Contract } from './contract.ts';
import type { ContractHistory, LoggedContract } from './contract-history.ts';
import { contractLimits } from './contract-limits.ts';
import type { ContractState, KeptContract } from './contract-store.ts';

/** Judges contracts by the clock. */
export type ContractStates = {
  stateOf(logged: LoggedContract): ContractState;
  /** Returns a contract with how it stands and how long it still lasts. */
  describe(logged: LoggedContract): KeptContract;
};

/** Makes a judge of contracts. */
export function judgeContracts(clock: Clock): ContractStates {
  /** Contracts that were once seen expired: a clock that is set back does not bring them back. */
  const expired = new Set<string>();
  const stateOf = ({ contract, state }: LoggedContract): ContractState => {
    if (state === 'open' && isOver(contract, clock.now())) expired.add(contract.id);
    return state === 'open' && expired.has(contract.id) ? 'expired' : state;
  };
  return {
    stateOf,
    describe: (logged) => {
      const state = stateOf(logged);
      const { contract } = logged;
      return { contract, state, remainingMs: state === 'open' ? contract.expiresMs - clock.now() : 0 };
    },
  };
}

/** Finds the contract that has to end before another is opened; one that has expired is ended like any other. */
export function findUnended({ contracts }: ContractHistory): LoggedContract | undefined {
  return contracts.find(({ state }) => state === 'open' || state === 'expired');
}

/** A clock that shows a time before the contract was opened is not believed, but for the little it may be corrected. */
function isOver({ createdMs, expiresMs }: Contract, nowMs: number): boolean {
  return nowMs >= expiresMs || nowMs < createdMs - contractLimits.shortestMs;
}
