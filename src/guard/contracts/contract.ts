/** The part of a contract that enforcement rests on: which operations it allows, where. */
import type { Area } from '../policy/policy.ts';
import { targetCovers } from './target-pattern.ts';

/** What a contract can allow. */
export type ContractOperation = 'READ' | 'WRITE' | 'DELETE';

/** The reach of an open contract; `targets` are relative paths or patterns below the root. */
export type ContractScope = {
  readonly id?: string;
  readonly root: string;
  readonly operations: readonly ContractOperation[];
  readonly targets: readonly string[];
};

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
