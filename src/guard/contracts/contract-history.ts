/**
 * Reads the contracts of a session from their log. Nothing in the log is trusted by itself: a contract counts
 * only with a valid signature, in the session it names, and once.
 */
import { deepFreeze, type Signature, type Verification, type Verifier } from '../../kernel/index.ts';
import { readWholeLog, type StoreReader } from '../../ledger/index.ts';
import type { Contract } from '../conditions/contract.ts';
import { type BreadthInForce, isPersons, needsPerson } from './contract-breadth.ts';
import { type ContractEvent, contractLog, readEvent, readSigned, signedBytes } from './contract-event.ts';
import type { ContractState } from './contract-store.ts';

/** A contract according to the log. Whether an open one has expired since depends on the clock. */
export type LoggedContract = { readonly contract: Contract; readonly state: ContractState };

/** The contracts of a log when it was read. */
export type ContractHistory = {
  /** The number of entries read. */
  readonly length: number;
  readonly contracts: readonly LoggedContract[];
};

/** What is needed to read a history. */
export type ContractHistoryOptions = {
  readonly store: StoreReader;
  readonly sessionId: string;
  readonly verifier: Verifier | null;
  /** The limits for the contracts of agents; without them, none is too wide. */
  readonly breadth?: BreadthInForce | null;
};

type Opening = Extract<ContractEvent, { readonly event: 'opened' }>;
type Opened = { readonly contract: Contract; readonly opening: Opening; readonly index: number };

/** Reads and verifies the contracts of a session. */
export async function readContractHistory(reading: ContractHistoryOptions): Promise<ContractHistory> {
  const { store, sessionId, verifier, breadth = null } = reading;
  const entries = await readWholeLog(store, contractLog(sessionId));
  const read = entries.map(({ value }) => readEntry(value));
  const lastUnreadable = read.lastIndexOf(null);
  const ends = endsOf(read.flatMap((entry) => (entry === null || 'opening' in entry ? [] : [entry.event])));
  const contracts: LoggedContract[] = [];
  const genuine = new Set<string>();
  const approvals = new Set<string>();
  for (const [index, entry] of read.entries()) {
    if (entry === null || !('opening' in entry)) continue;
    const { contract } = entry;
    const verified = await verifyOpening({ ...entry, index }, sessionId, verifier);
    // INVARIANT (opened once): a copy of a genuine contract opens nothing, whatever happened to the original.
    if (verified === 'valid' && genuine.has(contract.id)) continue;
    if (verified === 'valid') genuine.add(contract.id);
    // INVARIANT (wide is a person's): with the contract key alone, nothing wider can be opened than agents
    // may.
    const isWide = verified === 'valid' && breadth !== null && needsPerson(contract, breadth);
    const isUnapproved =
      isWide && (approvals.has(contract.approval ?? '') || !(await isPersons(contract, reading)));
    if (isWide && contract.approval !== undefined) approvals.add(contract.approval);
    const state = stateOf(verified, {
      end: ends.get(contract.id),
      isBeforeUnreadable: index < lastUnreadable,
    });
    contracts.push({ contract, state: isUnapproved ? 'unapproved' : state });
  }
  return deepFreeze({ length: entries.length, contracts });
}

type ReadEntry =
  | { readonly opening: Opening; readonly contract: Contract }
  | { readonly event: Exclude<ContractEvent, Opening> };

function readEntry(value: string): ReadEntry | null {
  const event = readEvent(value);
  if (event === null) return null;
  if (event.event !== 'opened') return { event };
  const contract = readSigned(event.signed);
  return contract === null ? null : { opening: event, contract };
}

type End = Exclude<ContractEvent, Opening>['event'];

/**
 * How each contract ended. An expired contract can still be closed or cancelled, so that event takes
 * precedence.
 */
function endsOf(events: readonly Exclude<ContractEvent, Opening>[]): ReadonlyMap<string, End> {
  const ends = new Map<string, End>();
  for (const { contract, event } of events) {
    const known = ends.get(contract);
    if (known === undefined || known === 'expired') ends.set(contract, event);
  }
  return ends;
}

async function verifyOpening(
  { contract, opening }: Opened,
  sessionId: string,
  verifier: Verifier | null,
): Promise<Verification> {
  if (contract.session !== sessionId || contract.id !== opening.contract) return 'invalid';
  return verifyContract(opening.signed, opening.signature, verifier);
}

/**
 * Verifies the signature of a contract's canonical text. If that fails for any reason, the contract is not
 * valid.
 */
export async function verifyContract(
  signed: string,
  signature: Signature,
  verifier: Verifier | null,
): Promise<Verification> {
  try {
    return (await verifier?.verify('contract', signedBytes(signed), signature)) ?? 'unverifiable';
  } catch {
    // A damaged signature in the log must not make the session's other contracts unusable.
    return 'unverifiable';
  }
}

function stateOf(
  verified: Verification,
  { end, isBeforeUnreadable }: { readonly end: End | undefined; readonly isBeforeUnreadable: boolean },
): ContractState {
  if (verified !== 'valid') return verified === 'invalid' ? 'forged' : 'unverifiable';
  if (end === 'closed' || end === 'cancelled') return end;
  // An unreadable later entry may have been its end.
  return isBeforeUnreadable ? 'forged' : (end ?? 'open');
}
