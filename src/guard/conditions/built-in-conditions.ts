/** The built-in conditions, which every policy can name. */

import type { Condition, ConditionContext, ConditionFactory, RegistryEntry } from './condition.ts';
import { contractCovers } from './contract.ts';

/** The condition that a contract is open. */
export const HAS_CONTRACT = 'has_contract';
/** The condition that the open contract covers the operation. */
export const CONTRACT_COVERS = 'contract_covers';
/** The condition that there are grounds to run a program. */
export const EXEC_ALLOWED = 'exec_allowed';

/** The condition that a person approved the run by signature; a denial can ask for that approval. */
export const EXEC_SIGNED = 'exec_signed';

/** The condition that a person approved exactly this call. */
export const PERSON_APPROVES = 'person_approves';

/**
 * What is reported as failed if there are no grounds to run a program: the condition and its alternatives.
 */
export const EXEC_CONDITIONS: readonly string[] = [EXEC_ALLOWED, 'command_whitelisted', EXEC_SIGNED];

/** The conditions that need no registration. */
export const builtInConditions: readonly (Condition | ConditionFactory)[] = [
  { name: HAS_CONTRACT, check: ({ contract }) => isPresent(contract) },
  { name: CONTRACT_COVERS, check: isCovered },
  { name: 'path_in_registry', check: isInRegistry },
  {
    name: 'entry_in_registry',
    check: ({ entry, registry = [] }) => registry.some(({ name }) => name === entry),
  },
  {
    name: EXEC_ALLOWED,
    check: ({ exec }) =>
      exec?.isWhitelisted === true || exec?.isSigned === true || exec?.isOperators === true,
  },
  { name: 'command_whitelisted', check: ({ exec }) => exec?.isWhitelisted === true },
  { name: EXEC_SIGNED, check: ({ exec }) => exec?.isSigned === true },
  {
    name: PERSON_APPROVES,
    // A person who approved the run of a script, or typed the command, has already agreed to run it.
    check: ({ person, exec, operation }) =>
      person?.isSigned === true ||
      (operation?.area === 'EXEC' && (exec?.isSigned === true || exec?.isOperators === true)),
  },
  {
    name: 'mask_worn',
    argument: 'a mask',
    of:
      (mask) =>
      ({ masks = [] }) =>
        masks.includes(mask),
  },
  {
    name: 'role_is',
    argument: 'a role, or several with `|` between them',
    of:
      (roles) =>
      ({ role }) =>
        isPresent(role) && roles.split('|').includes(role),
  },
];

function isCovered({ contract, operation, root, paths = [] }: ConditionContext): boolean {
  if (!isPresent(contract)) return false;
  const touched = operation?.isWholeRoot === true ? [] : paths;
  return contractCovers(contract, { area: operation?.area ?? 'READ', root, paths: touched });
}

function isInRegistry({ root, paths = [], registry = [] }: ConditionContext): boolean {
  return (
    paths.length > 0 && paths.every((path) => registry.some((entry) => holdsPath(entry, { root, path })))
  );
}

/** Returns whether a path of a root equals the path of an entry or lies below it. */
export function holdsPath(
  entry: RegistryEntry,
  { root, path }: { readonly root: string; readonly path: string },
): boolean {
  const isBelow = entry.path === '' || path === entry.path || path.startsWith(`${entry.path}/`);
  return entry.root === root && isBelow;
}

function isPresent<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
