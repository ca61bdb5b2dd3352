/** What an agent is shown of a contract, and of what is wrong with one. */
import type { ClosingAudit, Contract, ContractFault, KeptContract } from '../../guard/index.ts';
import type { ReplyValue } from '../../kernel/index.ts';

type Shown = { readonly [field: string]: ReplyValue };

/** How many of the faults, and of each list of an audit, a reply shows. */
const SHOWN_FAULTS = 20;
const SHOWN_ITEMS = 1_000;

/** Shows all of a contract. */
export function showWhole(contract: Contract): Shown {
  const { plan, edits, mode, baseCommit } = contract;
  return {
    ...showScope(contract),
    plan,
    edits: edits.map(({ path, operation, summary = null }) => ({ path, operation, summary })),
    mode,
    base_commit: baseCommit,
  };
}

/** Shows a contract in a list, with how it stands. */
export function showBriefly({ contract, state }: KeptContract): Shown {
  return { ...showScope(contract), state };
}

function showScope({ id, root, intent, operations, targets, author, createdMs, expiresMs }: Contract): Shown {
  const times = { created_ms: createdMs, expires_ms: expiresMs };
  return { id, root, intent, operations, targets, author, ...times };
}

/** Shows declared against done; long lists are cut, and their length is told. */
export function showAudit(audit: ClosingAudit): Shown {
  const { contract, declared, done, undeclared, undone, refused, incomplete } = audit;
  const lists = { declared, done, undeclared, undone };
  const cut = Object.entries(lists).map(([name, items]) => [name, items.slice(0, SHOWN_ITEMS)] as const);
  const counts = Object.entries(lists).map(([name, items]) => [name, items.length] as const);
  return {
    contract,
    ...(Object.fromEntries(cut) as Shown),
    refused,
    counts: Object.fromEntries(counts),
    incomplete,
    is_cut: Object.values(lists).some((items) => items.length > SHOWN_ITEMS),
  };
}

/** Shows the places of a contract that do not fit, and the remedies; nothing that was given is repeated. */
export function showFaults(faults: readonly ContractFault[]): Shown {
  return {
    faults: faults.slice(0, SHOWN_FAULTS).map(({ path, problem, remedy }) => ({
      // The last step to a key that is not known is the key.
      field: (problem === 'unknown-key' ? path.slice(0, -1) : path).join('.'),
      problem,
      remedy,
    })),
    total: faults.length,
  };
}
