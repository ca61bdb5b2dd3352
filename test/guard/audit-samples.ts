// Entries, trails and keys for tests of the audit: small, real, and the same in every run.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AuditGroup, writeGroupEntry } from '../../src/guard/audit/audit-group.ts';
import { auditTextHash } from '../../src/guard/audit/audit-record.ts';
import { type ReadRecord, readAuditRecord } from '../../src/guard/audit/read-audit-record.ts';
import { AUDIT_LOG, type AuditEntry, type OpenAuditTrail, openAuditTrail } from '../../src/guard/index.ts';
import {
  digestOf,
  makeId,
  type Randomness,
  type Sha256,
  type Signer,
  sha256,
  type Verifier,
} from '../../src/kernel/index.ts';
import {
  createMemoryStore,
  extendDigest,
  type LogEntry,
  readWholeLog,
  type Store,
  type StoredObject,
  toObject,
} from '../../src/ledger/index.ts';
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

/** What an attacker puts into the log: the lines of a group, with an entry that fits them, or an entry as it is. */
export type SampleItem = readonly string[] | string;

/** Returns the records of a ledger as they are written, a line each, by group. */
export async function groupsOf(store: Store): Promise<readonly (readonly string[])[]> {
  const entries = await readWholeLog(store, AUDIT_LOG);
  const ids = entries.map(({ value }) => digestOf(JSON.parse(value).content));
  const texts = (await store.getMany(ids)).map((bytes) => Buffer.from(bytes ?? []).toString('utf8'));
  return texts.map((text) => text.split('\n').slice(0, -1));
}

/** Makes the object of lines, and an entry that says of them what they say, or in its place what it is told to. */
export function sampleGroup(lines: readonly string[], says: Partial<AuditGroup> = {}) {
  const object = toObject(lines.map((line) => `${line}\n`).join(''));
  const read = lines.map(readAuditRecord);
  const at = read.findIndex((line) => 'record' in line);
  const { record } = (read[at] ?? {}) as Partial<ReadRecord>;
  const first = says.first ?? (record?.sequence ?? 1) - Math.max(at, 0);
  const group = {
    chain: record?.chain ?? '0'.repeat(32),
    first,
    last: first + lines.length - 1,
    hash: auditTextHash(lines.at(-1) ?? ''),
    content: makeId('audit', object.id),
    ...says,
  };
  return { object, value: writeGroupEntry(group) };
}

/** Makes entries and objects of items; a group in which nothing can be read goes on where the one before it ended. */
function layOut(items: readonly SampleItem[]) {
  let count = 0;
  const objects: StoredObject[] = [];
  const values = items.map((item) => {
    const first = count + 1;
    count += typeof item === 'string' ? 1 : item.length;
    if (typeof item === 'string') return item;
    const isReadable = item.some((line) => 'record' in readAuditRecord(line));
    const { object, value } = sampleGroup(item, isReadable ? {} : { first });
    objects.push(object);
    return value;
  });
  const entries: LogEntry[] = values.map((value, index) => ({
    sequence: index + 1,
    stamp: 1_000_000 + index,
    value,
  }));
  return { entries, objects };
}

/** Puts other groups in the place of a log, with a digest that fits, as who owns the store can. */
export async function rewriteAudit(store: Store, items: readonly SampleItem[]): Promise<void> {
  const { entries, objects } = layOut(items);
  const session = await store.maintain();
  await session.apply({ puts: objects, logs: [{ log: AUDIT_LOG, entries }] });
  await session.commit();
}

/** Returns a store whose audit log holds given groups. */
export async function storeWith(items: readonly SampleItem[]): Promise<Store> {
  const store = createMemoryStore();
  await rewriteAudit(store, items);
  return store;
}

/** Returns a store that shows entries no store would take, with a digest that fits them, and the objects it is given. */
export function tamperedStore(items: readonly SampleItem[], texts: readonly string[] = []): Store {
  const { entries, objects } = layOut(items);
  const all = new Map(
    [...objects, ...texts.map((text) => toObject(text))].map(({ id, bytes }) => [id, bytes]),
  );
  const last = entries.at(-1);
  const digest = entries.reduce<Sha256 | null>(extendDigest, null);
  return {
    ...createMemoryStore(),
    head: async () => (last === undefined || digest === null ? null : { ...last, log: AUDIT_LOG, digest }),
    readLog: async (_log, { after = 0, limit }) => entries.slice(after, after + (limit ?? entries.length)),
    getMany: async (ids) => ids.map((id) => all.get(id) ?? null),
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
