/** What the commands on the audit do: verify it against its anchors, show its newest records, and anchor its head. */
import {
  type AuditAnchor,
  type AuditVerification,
  findAuditHead,
  type NewestRecords,
  readNewestRecords,
  signAnchor,
  verifyAudit,
} from '../../guard/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { Store } from '../../ledger/index.ts';
import { type OpenLedgerOptions, openLedger } from '../open-ledger.ts';
import { type Anchors, openAnchors, readAnchorFile } from './anchors.ts';
import { type AuditKeys, openAuditKeys } from './audit-keys.ts';

/** What an audit is verified against: what is kept beside the keys where it is there, or has to be, or a file. */
export type AuditCheckOptions = OpenLedgerOptions & {
  readonly anchor?: { readonly file: string } | 'kept';
  readonly onProgress?: (records: number) => void;
};

/** Which records are shown. */
export type AuditListOptions = OpenLedgerOptions & Parameters<typeof readNewestRecords>[1];

/** Verifies the audit of a ledger. */
export async function checkAudit(options: AuditCheckOptions): Promise<AuditVerification> {
  const { anchor, onProgress, environment = process.env, ...place } = options;
  return withStore({ ...place, environment }, async (store) => {
    const keys = await openAuditKeys(environment);
    const kept = await openAnchors(keys.directory).read(store.location);
    if (anchor === 'kept' && kept.length === 0) throw noAnchor(openAnchors(keys.directory), store);
    const named = typeof anchor === 'object' ? await requireAnchors(anchor.file) : [];
    return verify(store, { anchors: [...kept, ...named], keys, onProgress });
  });
}

/** Returns the newest records of a ledger's audit. */
export async function listAudit(options: AuditListOptions): Promise<NewestRecords> {
  return withStore(options, (store) => readNewestRecords(store, options));
}

/** Signs the head of a ledger's audit, where it is whole, and keeps the anchor. */
export async function anchorAudit(options: OpenLedgerOptions): Promise<AuditAnchor> {
  const { environment = process.env } = options;
  return withStore(options, async (store) => {
    const keys = await openAuditKeys(environment);
    const signer = keys.signer();
    if (signer === null)
      throw new PenumbraError('invalid-configuration', 'there is no key to sign an anchor with', {
        hint: 'make one with `penumbra keys create`',
      });
    const anchors = openAnchors(keys.directory);
    const kept = await anchors.read(store.location);
    const { faults } = await verify(store, { anchors: kept, keys });
    if (faults.length > 0)
      throw new PenumbraError('check-failed', 'the audit is not whole, and so is not anchored', {
        hint: 'see what is wrong with it by `penumbra audit verify`',
        data: { faults: faults.length },
      });
    const head = await requireHead(store);
    await anchors.keep(store, head, signer);
    return signAnchor(head, { ledger: store.location, signer });
  });
}

async function verify(
  store: Store,
  {
    anchors,
    keys,
    onProgress,
  }: {
    readonly anchors: readonly AuditAnchor[];
    readonly keys: AuditKeys;
    readonly onProgress?: ((records: number) => void) | undefined;
  },
): Promise<AuditVerification> {
  const { verifier } = keys;
  return verifyAudit(store, { anchors, verifier, ...(onProgress !== undefined && { onProgress }) });
}

async function withStore<Result>(
  options: OpenLedgerOptions,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { store } = await openLedger({ ...options, create: false });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function requireAnchors(file: string): Promise<readonly AuditAnchor[]> {
  const anchors = await readAnchorFile(file);
  if (anchors !== null) return anchors;
  throw new PenumbraError('unreadable-input', `there is no file ${cite(file)}`, {
    hint: 'name a file that `penumbra audit anchor` printed',
  });
}

async function requireHead(store: Store): Promise<NonNullable<Awaited<ReturnType<typeof findAuditHead>>>> {
  const head = await findAuditHead(store);
  if (head !== null) return head;
  throw new PenumbraError('usage', 'the audit has no records yet, so there is nothing to anchor');
}

function noAnchor(anchors: Anchors, { location }: Store): PenumbraError {
  const file = anchors.fileOf(location);
  return new PenumbraError('unreadable-input', `no anchor of this ledger is kept at ${cite(file)}`, {
    hint: 'make one with `penumbra audit anchor`; if there was one, somebody took it away',
    data: { file },
  });
}
