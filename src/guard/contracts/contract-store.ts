/** Where a session's contracts are opened and closed. Whole contracts are signed; what becomes of them is appended. */
import type { Contract } from '../conditions/contract.ts';
import type { ContractDraft } from './read-contract.ts';

/** How a contract stands; one whose signature does not hold, or that lacks a person's, allows nothing. */
export type ContractState =
  | 'open'
  | 'closed'
  | 'cancelled'
  | 'expired'
  | 'forged'
  | 'unverifiable'
  | 'unapproved';

/** A contract and how it stands. */
export type KeptContract = {
  readonly contract: Contract;
  readonly state: ContractState;
  /** How long it still lasts; 0 unless it is open. */
  readonly remainingMs: number;
};

/** Declared against done: every path is relative to the contract's root. */
export type ClosingAudit = {
  readonly contract: string;
  readonly declared: readonly { readonly path: string; readonly operation: string }[];
  readonly done: readonly { readonly path: string; readonly operation: string; readonly command: string }[];
  /** Done, but not declared. */
  readonly undeclared: readonly string[];
  /** Declared, but not done. */
  readonly undone: readonly string[];
  /** Refused while the contract was open: the code, how often. */
  readonly refused: readonly { readonly code: string; readonly count: number }[];
  /** How many changes are on record without all of their paths, so that something done is not listed. */
  readonly incomplete: number;
};

/** Why a contract cannot be opened or ended. */
export type ContractStoreFault = 'one-open' | 'none-open' | 'no-key';

/** That a contract is too wide to be an agent's own; the id is that of the question, null where nobody can be asked. */
export type NeedsPerson = { readonly needs: 'person'; readonly approvalId: string | null };

/** What can be read of the contracts of a session. */
export interface ContractReader {
  /** Returns the contract in force in a mode, as enforcement asks for it at each call. */
  current(mode: string | null): Contract | null;
  list(): Promise<readonly KeptContract[]>;
}

/** What can be done with the contracts of a session. */
export interface ContractChanges {
  /** Signs and keeps a contract for the mode of the call; its session, policy and base commit are the session's own. */
  open(draft: ContractDraft, mode: string | null): Promise<Contract | NeedsPerson | ContractStoreFault>;
  close(): Promise<ClosingAudit | ContractStoreFault>;
  cancel(reason: string): Promise<Contract | ContractStoreFault>;
}

/** The contracts of one session. */
export type ContractStore = ContractReader & ContractChanges;
