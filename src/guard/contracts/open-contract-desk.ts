/**
 * Opens the desk of a session over the ledger. The log is appended to under a precondition on its length, so that of two
 * processes only one opens a contract; between calls the desk answers from what it read last.
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
import { type Store, type StoredObject, toObject } from '../../ledger/index.ts';
import type { AuditRecord } from '../audit/audit-record.ts';
import { auditContract } from './audit-contract.ts';
import type { Contract } from './contract.ts';
import { type LoggedContract, readContractBook, verifyContract } from './contract-book.ts';
import type { ClosingAudit, ContractDesk, ContractState, DeskFault, KeptContract } from './contract-desk.ts';
import { type ContractEvent, contractLog, signedBytes } from './contract-event.ts';
import { contractLimits } from './contract-limits.ts';
import { type ContractGrounds, drawContract } from './draw-contract.ts';
import type { ContractDraft } from './read-contract.ts';

/** What a desk works with; without the keys nothing can be opened, and nothing that was opened holds. */
export type ContractDeskOptions = ContractGrounds & {
  readonly ledger: { readonly store: Store; readonly clock: Clock };
  readonly signer: Signer | null;
  readonly verifier: Verifier | null;
  /** Reads the audit log, from which a closing audit is made. */
  readRecords(): AsyncIterable<AuditRecord>;
};

/** How often a decision is made again before it is given up. */
const MOST_TRIES = 20;

/** A desk that can look again at what other processes did; where it cannot, none of its contracts is in force. */
export type OpenedContractDesk = ContractDesk & { refresh(): Promise<void> };

/** Reads and verifies the contracts of a session, and opens its desk. */
export async function openContractDesk(options: ContractDeskOptions): Promise<OpenedContractDesk> {
  const { ledger, session, policy, signer, verifier, readRecords, baseCommit } = options;
  const { store, clock } = ledger;
  const log = contractLog(session.id);
  const drawing = { session, policy, baseCommit };
  const reading = { store, sessionId: session.id, verifier };
  let book = await readContractBook(reading);
  /** Contracts that were once seen expired: a clock that is set back does not bring them back. */
  const expired = new Set<string>();
  const closing = new Set<string>();
  let isUnread = false;

  const refresh = async (): Promise<void> => {
    const read = await readContractBook(reading);
    // Of two readings under way the longer is the later.
    if (read.length >= book.length) book = read;
  };
  /** INVARIANT (ended for all): what one process closed or cancelled is not in force in another. */
  const lookAgain = async (): Promise<void> => {
    try {
      const head = await store.head(log);
      if (isUnread || (head?.sequence ?? 0) !== book.length) await refresh();
      isUnread = false;
    } catch {
      // Whoever calls goes on without a contract, and is told by the audit what is wrong with the store.
      isUnread = true;
    }
  };
  const stateOf = ({ contract, state }: LoggedContract): ContractState => {
    if (state === 'open' && isOver(contract, clock.now())) expired.add(contract.id);
    return state === 'open' && expired.has(contract.id) ? 'expired' : state;
  };
  const findUnended = (): Contract | undefined =>
    book.contracts.find(({ state }) => state === 'open' || state === 'expired')?.contract;
  /** INVARIANT (one open at a time): appends only to the log that the decision was made from. */
  const append = async (
    event: ContractEvent,
    { length, puts = [] }: { readonly length: number; readonly puts?: readonly StoredObject[] },
  ): Promise<boolean> => {
    const requires = [{ kind: 'log-length', log, length } as const];
    const appends = [{ log, value: canonicalText(event) }];
    const { committed } = await store.commit({ atMs: clock.now(), requires, puts, appends });
    await refresh();
    return committed;
  };

  /** Decides by the log as it stands, and again where someone else was faster; null stands for that. */
  const settle = async <Outcome>(decide: (length: number) => Promise<Outcome | null>): Promise<Outcome> => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await refresh();
      const outcome = await decide(book.length);
      if (outcome !== null) return outcome;
    }
    throw new PenumbraError('store-busy', 'the contracts of this session cannot be settled', {
      hint: 'see that no other process works in this session, and that its log was not cut',
    });
  };

  const open = (draft: ContractDraft): Promise<Contract | DeskFault> =>
    settle(async (length) => {
      if (findUnended() !== undefined) return 'one-open';
      if (signer === null) return 'no-key';
      const contract = await drawContract(draft, { ...drawing, place: length, nowMs: clock.now() });
      const signed = canonicalText(contract);
      const signature = await signer.sign('contract', signedBytes(signed));
      // What this session could not verify would be open and give nothing.
      if ((await verifyContract(signed, signature, verifier)) !== 'valid') return 'no-key';
      const event = { event: 'opened', contract: contract.id, signed, signature } as const;
      return (await append(event, { length })) ? contract : null;
    });

  const close = (): Promise<ClosingAudit | DeskFault> =>
    settle(async (length) => {
      const contract = findUnended();
      if (contract === undefined) return 'none-open';
      // From here on no call rests on it, so that what is done is in the audit.
      closing.add(contract.id);
      try {
        const audit = deepFreeze(await auditContract(contract, readRecords()));
        const text = canonicalText(audit as unknown as CanonicalValue);
        const event = { event: 'closed', contract: contract.id, audit: contentId(text) } as const;
        return (await append(event, { length, puts: [toObject(text)] })) ? audit : null;
      } finally {
        closing.delete(contract.id);
      }
    });

  const cancel = (reason: string): Promise<Contract | DeskFault> =>
    settle(async (length) => {
      const contract = findUnended();
      if (contract === undefined) return 'none-open';
      const event = { event: 'cancelled', contract: contract.id, reason: canonicalText(reason) } as const;
      return (await append(event, { length })) ? contract : null;
    });

  const current = (): Contract | null => {
    const kept = book.contracts.find(({ state }) => state === 'open');
    if (kept === undefined || kept.contract !== findUnended() || stateOf(kept) !== 'open') return null;
    const { contract } = kept;
    const isOwn = contract.mode === session.mode() && contract.policy === policy;
    return isOwn && !isUnread && !closing.has(contract.id) ? contract : null;
  };

  const describe = (logged: LoggedContract): KeptContract => {
    const state = stateOf(logged);
    const { contract } = logged;
    return { contract, state, remainingMs: state === 'open' ? contract.expiresMs - clock.now() : 0 };
  };

  await noteExpiry();
  return Object.freeze({
    current,
    open,
    close,
    cancel,
    list: async () => {
      await refresh();
      return deepFreeze(book.contracts.map(describe));
    },
    refresh: lookAgain,
  });

  /** Another process may see another clock, so that a contract has expired is kept. */
  async function noteExpiry(): Promise<void> {
    const overdue = book.contracts.filter((kept) => kept.state === 'open' && stateOf(kept) === 'expired');
    for (const { contract } of overdue)
      await append({ event: 'expired', contract: contract.id }, { length: book.length });
  }
}

/** A clock that shows a time before the contract was opened is not believed, but for the little it may be corrected. */
function isOver({ createdMs, expiresMs }: Contract, nowMs: number): boolean {
  return nowMs >= expiresMs || nowMs < createdMs - contractLimits.shortestMs;
}
