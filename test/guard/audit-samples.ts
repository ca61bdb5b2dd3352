// Entries, trails and keys for tests of the audit: small, real, and the same in every run.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AuditEntry, type OpenAuditTrail, openAuditTrail } from '../../src/guard/index.ts';
import { type Randomness, type Sha256, type Signer, sha256, type Verifier } from '../../src/kernel/index.ts';
import { createMemoryStore, extendDigest, type LogEntry, type Store } from '../../src/ledger/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';

/** Makes an entry of a read. */
export function sampleEntry(number: number, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    session: 'session-1',
    mode: 'forge',
    tool: 'file',
    command: 'read',
    addresses: [`root:repo/src/${number}.ts`],
    decision: 'EN-READ-S-001',
    answer: 'MCP-FILE-S-001',
    rule: 'forge at repo',
    failedConditions: [],
    policy: sha256('policy'),
    contract: null,
    requests: [
      {
        mode: 'forge',
        tool: 'file',
        command: 'read',
        root: 'repo',
        subdirectory: 'src',
        context: { paths: [`src/${number}.ts`], contract: null, registry: [], masks: [], role: null },
      },
    ],
    intent: null,
    ...changes,
  };
}

/** Chance that is the same in every run. */
export function sampleRandomness(seed = 0): Randomness {
  let calls = 0;
  return { bytes: (count) => Uint8Array.from({ length: count }, (_, index) => seed + calls++ + index) };
}

/** Opens a trail on a store with a clock that stands still. */
export function sampleTrail(store: Store, options: { seed?: number; groupSize?: number } = {}) {
  const { seed = 0, groupSize } = options;
  const chosen = groupSize === undefined ? {} : { groupSize };
  return openAuditTrail(
    { store, clock: createFakeClock() },
    { randomness: sampleRandomness(seed), ...chosen },
  );
}

/** Writes records, one by one, and closes the trail. */
export async function writeRecords(store: Store, count: number, seed = 0): Promise<OpenAuditTrail> {
  const trail = await sampleTrail(store, { seed });
  for (let number = 1; number <= count; number++) await trail.record(sampleEntry(number));
  return trail;
}

/** Puts other entries in the place of a log, with a digest that fits, as who owns the store can. */
export async function rewriteAudit(store: Store, values: readonly string[]): Promise<void> {
  const entries: LogEntry[] = values.map((value, index) => ({
    sequence: index + 1,
    stamp: 1_000_000 + index,
    value,
  }));
  const session = await store.maintain();
  await session.apply({ logs: [{ log: 'audit', entries }] });
  await session.commit();
}

/** Returns a store whose audit log holds given values. */
export async function storeWith(values: readonly string[]): Promise<Store> {
  const store = createMemoryStore();
  await rewriteAudit(store, values);
  return store;
}

/** Returns a store that shows values no store would take, with a digest that fits them. */
export function tamperedStore(values: readonly string[]): Store {
  const entries = values.map((value, index) => ({ sequence: index + 1, stamp: 1_000_000 + index, value }));
  const last = entries.at(-1);
  const digest = entries.reduce<Sha256 | null>(extendDigest, null);
  return {
    ...createMemoryStore(),
    head: async () => (last === undefined || digest === null ? null : { ...last, log: 'audit', digest }),
    readLog: async (_log, { after = 0, limit }) => entries.slice(after, after + (limit ?? entries.length)),
  };
}

/** Keys that sign with a secret. */
export function sampleKeys(secret: string): { readonly signer: Signer; readonly verifier: Verifier } {
  const keyId = sha256(secret).slice(0, 16);
  const macOf = (purpose: string, payload: Uint8Array): Sha256 =>
    createHmac('sha256', secret).update(`${purpose}\0`).update(payload).digest('hex') as Sha256;
  return {
    signer: {
      sign: async (purpose, payload) => ({
        keyId,
        algorithm: 'hmac-sha256',
        value: macOf(purpose, payload),
      }),
    },
    verifier: {
      verify: async (purpose, payload, signature) => {
        if (signature.keyId !== keyId) return 'unverifiable';
        const [given, right] = [Buffer.from(signature.value), Buffer.from(macOf(purpose, payload))];
        return given.length === right.length && timingSafeEqual(given, right) ? 'valid' : 'invalid';
      },
    },
  };
}
