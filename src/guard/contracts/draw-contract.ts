/** Completes a contract: the author's draft plus what the session knows. */
import { deepFreeze, PenumbraError } from '../../kernel/index.ts';
import { type Contract, contractLimits } from '../conditions/contract.ts';
import { contractIdOf } from './contract-event.ts';
import { type ContractDraft, readContract } from './read-contract.ts';

/** What a session adds to its contracts. */
export type ContractGrounds = {
  readonly session: { readonly id: string };
  /** The hash of the session's policy. */
  readonly policy: string;
  /** Returns the current commit of a root, or null outside a repository. */
  baseCommit(root: string): string | null | Promise<string | null>;
};

type Drawing = ContractGrounds & {
  readonly mode: string | null;
  /** The number of entries in the log. */
  readonly place: number;
  readonly nowMs: number;
  /** The id of the request by which a person approved it, if that is required. */
  readonly approval: string | null;
};

/** Creates the whole contract from a draft, with its id. */
export async function drawContract(draft: ContractDraft, drawing: Drawing): Promise<Contract> {
  const { session, mode, policy, baseCommit, place, nowMs, approval } = drawing;
  const { expiresInMs = contractLimits.defaultMs, ...said } = requireDraft(draft);
  if (mode === null)
    throw new PenumbraError('usage', 'a contract needs a mode', { hint: 'set the mode of the session' });
  const whole = {
    ...said,
    session: session.id,
    mode,
    createdMs: nowMs,
    expiresMs: nowMs + expiresInMs,
    baseCommit: await baseCommit(said.root),
    policy,
    ...(approval !== null && { approval }),
  };
  return deepFreeze({ ...whole, id: contractIdOf(whole, place) });
}

/** Ensures that whatever is signed is valid, regardless of who opens it. */
function requireDraft(draft: ContractDraft): ContractDraft {
  const read = readContract(draft);
  if ('draft' in read) return read.draft;
  const [first] = read.faults;
  throw new PenumbraError('usage', first?.message ?? 'the contract does not fit', {
    data: { faults: read.faults },
    ...(first && { hint: first.remedy }),
  });
}
