/**
 * A contract: a declared piece of work that authority is limited to. Enforcement rests on its scope alone; the rest
 * tells people what was meant, and is compared with what was done when the contract is closed.
 */
import type { Area } from '../policy/policy.ts';
import { targetCovers } from './target-pattern.ts';

/** What a contract can allow. */
export const contractOperations = ['READ', 'WRITE', 'DELETE'] as const;

/** One of the things that a contract can allow. */
export type ContractOperation = (typeof contractOperations)[number];

/** The reach of an open contract; `targets` are relative paths or patterns below the root. */
export type ContractScope = {
  readonly id?: string;
  readonly root: string;
  readonly operations: readonly ContractOperation[];
  readonly targets: readonly string[];
};

/** One change that is meant to be made. */
export type DeclaredEdit = {
  /** A relative path or a pattern below the contract's root, within its targets. */
  readonly path: string;
  readonly operation: 'WRITE' | 'DELETE';
  readonly summary?: string;
};

/** A whole contract, as it is signed. */
export type Contract = ContractScope & {
  readonly id: string;
  readonly session: string;
  readonly mode: string;
  readonly intent: string;
  /** One to fifteen lines. */
  readonly plan: readonly string[];
  readonly edits: readonly DeclaredEdit[];
  readonly author: string;
  readonly createdMs: number;
  readonly expiresMs: number;
  /** The commit at hand when it was opened, or null outside a repository. */
  readonly baseCommit: string | null;
  /** The hash of the policy it was opened under. */
  readonly policy: string;
  /** The request by which a person approved it, where it is wider than an agent's own may be. */
  readonly approval?: string;
};

/** Returns what enforcement needs of a contract, and what the audit log keeps of it with every call. */
export function scopeOf({ id, root, operations, targets }: Contract): ContractScope {
  return { id, root, operations, targets };
}

/** What would be done: an area's operation on paths of a root; no path stands for the whole root. */
export type ContractedWork = {
  readonly area: Area;
  readonly root: string;
  readonly paths: readonly string[];
};

/** What a contract needs to allow for an area; running a program or git changes files. */
const neededOperation: Readonly<Record<Area, ContractOperation>> = {
  READ: 'READ',
  WRITE: 'WRITE',
  DELETE: 'DELETE',
  GIT: 'WRITE',
  EXEC: 'WRITE',
};

/** Tells whether a contract reaches all of some work. */
export function contractCovers(contract: ContractScope, { area, root, paths }: ContractedWork): boolean {
  if (contract.root !== root || !contract.operations.includes(neededOperation[area])) return false;
  const touched = paths.length === 0 ? [''] : paths;
  return touched.every((path) => contract.targets.some((target) => targetCovers(target, path)));
}
