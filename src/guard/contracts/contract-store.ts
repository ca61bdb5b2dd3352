/** The store of a session's contracts. Contracts are signed as a whole; later events are appended. */
import type { Contract } from '../conditions/contract.ts';
import type { ContractDraft } from './read-contract.ts';

/** The state of a contract. One without a valid signature, or without a required approval, allows nothing. */
export type ContractState =
  | 'open'
  | 'closed'
  | 'cancelled'
  | 'expired'
  | 'forged'
  | 'unverifiable'
  | 'unapproved';

/** A contract and its state. */
export type KeptContract = {
  readonly contract: Contract;
  readonly state: ContractState;
  /** The remaining lifetime; 0 unless it is open. */
  readonly remainingMs: number;
};

/** What was declared compared with what was done; all paths are relative to the contract's root. */
export type ClosingAudit = {
  readonly contract: string;
  readonly declared: readonly { readonly path: string; readonly operation: string }[];
  readonly done: readonly { readonly path: string; readonly operation: string; readonly command: string }[];
  /** Done but not declared. */
  readonly undeclared: readonly string[];
  /** Declared but not done. */
  readonly undone: readonly string[];
  /** The codes of denials while the contract was open, with their counts. */
  readonly refused: readonly { readonly code: string; readonly count: number }[];
  /** The number of changes recorded without all of their paths, so that the list may be incomplete. */
  readonly incomplete: number;
};

/** Why a contract cannot be opened or ended. */
export type ContractStoreFault = 'one-open' | 'none-open' | 'no-key';

/**
 * The contract is too wide for an agent alone. The id is that of the question, or null if nobody can be
 * asked.
 */
export type NeedsPerson = { readonly needs: 'person'; readonly approvalId: string | null };

/** The reading part of the contracts of a session. */
export interface ContractReader {
  /** Returns the contract in force in a mode; enforcement calls this for each call. */
  current(mode: string | null): Contract | null;
  list(): Promise<readonly KeptContract[]>;
}

/** The changing part of the contracts of a session. */
export interface ContractChanges {
  /**
   * Signs and stores a contract for the mode of the call. Its session, policy and base commit come from the
   * session.
   */
  open(draft: ContractDraft, mode: string | null): Promise<Contract | NeedsPerson | ContractStoreFault>;
  close(): Promise<ClosingAudit | ContractStoreFault>;
  cancel(reason: string): Promise<Contract | ContractStoreFault>;
}

/** The contracts of one session. */
export type ContractStore = ContractReader & ContractChanges;
