/**
 * A contract: a declared piece of work that limits authority. Enforcement only uses its scope. The rest
 * explains the intention to people, and is compared with what was done when the contract is closed.
 */
import { targetCovers } from './target-pattern.ts';

/** The kinds of effect a command can have, which also select the code of a denial. */
export const areas = ['READ', 'WRITE', 'DELETE', 'GIT', 'EXEC'] as const;

export type Area = (typeof areas)[number];

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The documented limits; lengths are in characters, times in milliseconds. */
export const contractLimits = {
  targets: 100,
  edits: 100,
  planLines: 15,
  lineLength: 500,
  intentLength: 2_000,
  /** The whole contract in canonical form. With its signature, it is one entry of a log. */
  draftLength: 24 * 1024,
  /** All targets in canonical form, which are recorded with every call under the contract. */
  targetsLength: 6 * 1024,
  shortestMs: MINUTE_MS,
  defaultMs: 8 * HOUR_MS,
  longestMs: 7 * DAY_MS,
  /** The number of values at any depth; more than all fields need at their limits. */
  values: 1_000,
  /** How many faults of one text are reported. */
  faults: 100,
} as const;

/** The operations a contract can allow. */
export const contractOperations = ['READ', 'WRITE', 'DELETE'] as const;

/** One of the things that a contract can allow. */
export type ContractOperation = (typeof contractOperations)[number];

/** The scope of an open contract; `targets` are relative paths or patterns below the root. */
export type ContractScope = {
  readonly id?: string;
  readonly root: string;
  readonly operations: readonly ContractOperation[];
  readonly targets: readonly string[];
};

/** An intended change. */
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
  /** The current commit when it was opened, or null outside a repository. */
  readonly baseCommit: string | null;
  /** The hash of the policy it was opened under. */
  readonly policy: string;
  /**
   * The id of the request by which a person approved it, if it is wider than agents may open by themselves.
   */
  readonly approval?: string;
};

/** Returns the part of a contract that enforcement needs, and that the audit log records with every call. */
export function scopeOf({ id, root, operations, targets }: Contract): ContractScope {
  return { id, root, operations, targets };
}

/** An area's operation on paths of a root; no paths mean the whole root. */
export type ContractedWork = {
  readonly area: Area;
  readonly root: string;
  readonly paths: readonly string[];
};

/** The operation a contract must allow for each area. Running a program or git changes files. */
const neededOperation: Readonly<Record<Area, ContractOperation>> = {
  READ: 'READ',
  WRITE: 'WRITE',
  DELETE: 'DELETE',
  GIT: 'WRITE',
  EXEC: 'WRITE',
};

/** Returns whether a contract covers the whole of some work. */
export function contractCovers(contract: ContractScope, { area, root, paths }: ContractedWork): boolean {
  if (contract.root !== root || !contract.operations.includes(neededOperation[area])) return false;
  const touched = paths.length === 0 ? [''] : paths;
  return touched.every((path) => contract.targets.some((target) => targetCovers(target, path)));
}
