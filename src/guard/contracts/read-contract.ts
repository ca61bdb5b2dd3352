/** A contract as its author writes it; what does not fit is said with its place. */
import type { ContractOperation, DeclaredEdit } from './contract.ts';

/** What an author says; the desk adds the rest. */
export type ContractDraft = {
  readonly root: string;
  readonly intent: string;
  readonly operations: readonly ContractOperation[];
  readonly targets: readonly string[];
  readonly plan: readonly string[];
  readonly edits: readonly DeclaredEdit[];
  readonly author: string;
  readonly expiresInMs?: number;
};
