/**
 * Opens the contracts of a session on the ledger. Changes are decided by the current log; between calls the
 * store answers from what it last read.
 */
import {
  type CanonicalValue,
  type Clock,
  canonicalText,
  contentId,
  deepFreeze,
  PenumbraError,
  type Signer,
  type Verifier,
} from '../../kernel/index.ts';
import { type Store, toObject } from '../../ledger/index.ts';
import type { ApprovalChanges } from '../approvals/approval.ts';
import type { AuditRecord } from '../audit/audit-record.ts';
import { type Contract, contractLimits } from '../conditions/contract.ts';
import type { ContractBreadth } from '../policy/policy.ts';
import { auditContract } from './audit-contract.ts';
import { isWider, questionAbout, usualLife } from './contract-breadth.ts';
import { signedBytes } from './contract-event.ts';
import { type ContractHistory, type LoggedContract, verifyContract } from './contract-history.ts';
import { type ContractLog, openContractLog } from './contract-log.ts';
import type {
  ClosingAudit,
  ContractState,
  ContractStore,
  ContractStoreFault,
  KeptContract,
  NeedsPerson,
} from './contract-store.ts';
import { type ContractGrounds, drawContract } from './draw-contract.ts';
import type { ContractDraft } from './read-contract.ts';

/** Options of a contract store. Without the keys, nothing can be opened and no existing contract is valid. */
export type ContractStoreOptions = ContractGrounds & {
  readonly ledger: { readonly store: Store; readonly clock: Clock };
  readonly signer: Signer | null;
  readonly verifier: Verifier | null;
  /**
   * The limits for contracts that agents open by themselves. If omitted or null, only the general limits
   * apply.
   */
  readonly breadth?: ContractBreadth | null;
  /** Asks people about wider contracts. If omitted, none can be opened. */
  readonly approvals?: ApprovalChanges;
  /** Reads the audit log for the closing audit. */
  readRecords(): AsyncIterable<AuditRecord>;
};

/** A store that can check what other processes did. If that fails, none of its contracts is in force. */
export type OpenContractStore = ContractStore & { refresh(): Promise<void> };

type Opened = ContractStoreOptions & {
  readonly log: ContractLog;
  readonly states: ContractStates;
  /** The ids of contracts that are being closed. */
  readonly closing: Set<string>;
};

/** Reads and verifies the contracts of a session, and opens its store. */
export async function openContractStore(options: ContractStoreOptions): Promise<OpenContractStore> {
  const { ledger, session, verifier } = options;
  const { breadth: bounds = null, policy } = options;
  const breadth = bounds && { bounds, policy };
  const log = await openContractLog({ ledger, sessionId: session.id, verifier, breadth });
  const states = judgeContracts(ledger.clock);
  const contracts: Opened = { ...options, log, states, closing: new Set() };
  await noteExpiry(contracts);
  return Object.freeze({
    current: (mode: string | null) => findInForce(contracts, mode),
    open: (draft: ContractDraft, mode: string | null) => openContract(contracts, draft, mode),
    close: () => closeContract(contracts),
    cancel: (reason: string) => cancelContract(contracts, reason),
    list: async () => {
      await log.read();
      return deepFreeze(log.history().contracts.map(states.describe));
    },
    refresh: log.lookAgain,
  });
}

/** A contract applies to the mode and the policy it was opened under. */
function findInForce({ log, states, closing, policy }: Opened, mode: string | null): Contract | null {
  const kept = findUnended(log.history());
  if (kept === undefined || states.stateOf(kept) !== 'open' || log.isUnread()) return null;
  const { contract } = kept;
  const isOwn = contract.mode === mode && contract.policy === policy;
  return isOwn && !closing.has(contract.id) ? contract : null;
}

async function openContract(
  contracts: Opened,
  given: ContractDraft,
  mode: string | null,
): Promise<Contract | NeedsPerson | ContractStoreFault> {
  const { log, ledger, signer, verifier, session, policy, baseCommit, breadth } = contracts;
  const draft = { ...given, expiresInMs: given.expiresInMs ?? usualLife(breadth ?? null) };
  const word = await personsWord(contracts, draft, mode);
  if (word !== null && 'needs' in word) return word;
  return log.settle(async (length) => {
    if (findUnended(log.history()) !== undefined) return 'one-open';
    if (signer === null) return 'no-key';
    const approval = word?.id ?? null;
    const drawing = { session, mode, policy, baseCommit, place: length, nowMs: ledger.clock.now(), approval };
    const contract = await drawContract(draft, drawing);
    const signed = canonicalText(contract);
    const signature = await signer.sign('contract', signedBytes(signed));
    // A contract this session cannot verify would be open without allowing anything.
    if ((await verifyContract(signed, signature, verifier)) !== 'valid') return 'no-key';
    if (word !== null && !(await word.spend())) return { needs: 'person', approvalId: null } as const;
    const event = { event: 'opened', contract: contract.id, signed, signature } as const;
    return (await log.append(event, { length })) ? contract : null;
  });
}

type Word = { readonly id: string; spend(): Promise<boolean> };

/**
 * Returns a person's approval of a contract that needs one, asking for it if necessary; null if it needs
 * none.
 */
async function personsWord(
  { breadth = null, approvals, policy, session, log, signer }: Opened,
  draft: ContractDraft,
  mode: string | null,
): Promise<Word | NeedsPerson | null> {
  if (breadth === null || mode === null || !isWider(draft, breadth)) return null;
  // Nobody is asked about a contract that cannot be opened.
  if (signer === null || findUnended(log.history()) !== undefined) return null;
  if (approvals === undefined) return { needs: 'person', approvalId: null };
  const { subject, bytes } = questionAbout(draft, { mode, policy, session: session.id });
  const kept = await approvals.ask(subject, bytes).catch((error: unknown) => {
    // Too many questions are open, so nobody can be asked until some are answered.
    if (error instanceof PenumbraError && error.code === 'limit-exceeded') return null;
    throw error;
  });
  if (kept === null) return { needs: 'person', approvalId: null };
  const { request, state } = kept;
  if (state !== 'granted') return { needs: 'person', approvalId: request.id };
  let spent: Promise<boolean> | undefined;
  return {
    id: request.id,
    // If another process was faster at the log, the same approval is used for the next try.
    spend: () => {
      spent ??= approvals.spend(request.id);
      return spent;
    },
  };
}

function closeContract({ log, closing, readRecords }: Opened): Promise<ClosingAudit | ContractStoreFault> {
  return log.settle(async (length) => {
    const contract = findUnended(log.history())?.contract;
    if (contract === undefined) return 'none-open';
    // From here on no call can use it, so that everything done is in the audit.
    closing.add(contract.id);
    try {
      const audit = deepFreeze(await auditContract(contract, readRecords()));
      const text = canonicalText(audit as unknown as CanonicalValue);
      const event = { event: 'closed', contract: contract.id, audit: contentId(text) } as const;
      return (await log.append(event, { length, puts: [toObject(text)] })) ? audit : null;
    } finally {
      closing.delete(contract.id);
    }
  });
}

function cancelContract({ log }: Opened, reason: string): Promise<Contract | ContractStoreFault> {
  return log.settle(async (length) => {
    const contract = findUnended(log.history())?.contract;
    if (contract === undefined) return 'none-open';
    const event = { event: 'cancelled', contract: contract.id, reason: canonicalText(reason) } as const;
    return (await log.append(event, { length })) ? contract : null;
  });
}

/** Another process may have another clock, so the expiry is recorded. */
async function noteExpiry({ log, states }: Opened): Promise<void> {
  const overdue = log
    .history()
    .contracts.filter((kept) => kept.state === 'open' && states.stateOf(kept) === 'expired');
  for (const { contract } of overdue)
    await log.append({ event: 'expired', contract: contract.id }, { length: log.history().length });
}

/** Determines the state of contracts by the clock. */
type ContractStates = {
  stateOf(logged: LoggedContract): ContractState;
  /** Returns a contract with its state and remaining lifetime. */
  describe(logged: LoggedContract): KeptContract;
};

/** Creates the functions that determine the state of contracts. */
function judgeContracts(clock: Clock): ContractStates {
  /** Contracts that have been seen expired stay so, even if the clock is set back. */
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

/** Finds the contract that must end before another can be opened. An expired one still has to be closed. */
function findUnended({ contracts }: ContractHistory): LoggedContract | undefined {
  return contracts.find(({ state }) => state === 'open' || state === 'expired');
}

/**
 * A clock before the creation of the contract is wrong, apart from small corrections, so the contract counts
 * as expired.
 */
function isOver({ createdMs, expiresMs }: Contract, nowMs: number): boolean {
  return nowMs >= expiresMs || nowMs < createdMs - contractLimits.shortestMs;
}
