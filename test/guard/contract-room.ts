// A desk for contracts over a ledger in memory, with keys, a clock and an audit log that a test holds.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { contractLog } from '../../src/guard/contracts/contract-event.ts';
import {
  type AuditEntry,
  type AuditRecord,
  type AuditTrail,
  type ContractStoreOptions,
  type OpenContractStore,
  openContractStore,
} from '../../src/guard/index.ts';
import type { Signer, SigningPurpose, Verifier } from '../../src/kernel/index.ts';
import { createMemoryStore, type LogEntry, readWholeLog, type Store } from '../../src/ledger/index.ts';
import { createFakeClock, type FakeClock } from '../../src/testing/index.ts';

/** Keys of one secret, derived for each purpose. */
export function makeKeys(secret = 'a secret'): Signer & Verifier {
  const keyId = secret.slice(0, 3);
  const macOf = (purpose: SigningPurpose, payload: Uint8Array) =>
    createHmac('sha256', `${secret} ${purpose}`).update(payload).digest();
  return {
    sign: async (purpose, payload) => ({
      keyId,
      algorithm: 'hmac-sha256',
      value: macOf(purpose, payload).toString('hex'),
    }),
    verify: async (purpose, payload, signature) => {
      if (signature.keyId !== keyId) return 'unverifiable';
      const given = Buffer.from(signature.value, 'hex');
      const own = macOf(purpose, payload);
      return given.length === own.length && timingSafeEqual(given, own) ? 'valid' : 'invalid';
    },
  };
}

/** A contract that fits, for tests to change. */
export const sampleDraft = {
  root: 'repo',
  intent: 'make the parser take empty files',
  operations: ['READ', 'WRITE'],
  targets: ['src/a', 'src/a/**'],
  plan: ['read the parser', 'change it'],
  edits: [{ path: 'src/a/parser.ts', operation: 'WRITE' }],
  author: 'smith',
} as const;

/** A desk and what it stands on. */
export interface ContractRoom {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly records: AuditRecord[];
  readonly keys: Signer & Verifier;
  /** A trail that fills the records. */
  readonly trail: AuditTrail;
  /** The log of the session's contracts. */
  readonly log: string;
  /** Opens a desk, as a process that starts. */
  open(options?: Partial<ContractStoreOptions>): Promise<OpenContractStore>;
  entries(): Promise<readonly LogEntry[]>;
  /** Replaces the entries of the log, as someone who can write to the database. */
  tamper(change: (values: readonly string[]) => readonly string[]): Promise<void>;
}

/** Makes the room of a session. */
export async function makeContractRoom(sessionId = 'session'): Promise<ContractRoom> {
  const store = createMemoryStore();
  const clock = createFakeClock();
  const keys = makeKeys();
  const records: AuditRecord[] = [];
  const log = contractLog(sessionId);
  const keep = (entry: AuditEntry): undefined => {
    const place = { version: 1, chain: 'c', sequence: records.length + 1, previous: null } as const;
    records.push({ ...entry, ...place, atMs: clock.now() });
  };
  return {
    store,
    clock,
    records,
    keys,
    log,
    trail: { note: keep, record: async (entry) => keep(entry), flush: async () => {} },
    open: (options) =>
      openContractStore({
        ledger: { store, clock },
        session: { id: sessionId },
        policy: 'the-hash-of-a-policy',
        signer: keys,
        verifier: keys,
        async *readRecords() {
          yield* records;
        },
        baseCommit: () => 'c0ffee',
        ...options,
      }),
    entries: () => readWholeLog(store, log),
    tamper: async (change) => {
      const entries = await readWholeLog(store, log);
      const values = change(entries.map(({ value }) => value));
      const maintenance = await store.maintain();
      const changed = values.map((value, index) => ({ sequence: index + 1, stamp: index + 1, value }));
      await maintenance.apply({ logs: [{ log, entries: changed }] });
      await maintenance.commit();
    },
  };
}
