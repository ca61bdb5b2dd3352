/** What the commands on the audit do: verify it against its anchors, show its newest records, and anchor its head. */
import {
  type AuditAnchor,
  type AuditVerification,
  findAuditHead,
  type NewestRecords,
  readNewestRecords,
  signAnchor,
} from '../../../guard/index.ts';
import { cite, PenumbraError } from '../../../kernel/index.ts';
import type { Store } from '../../../ledger/index.ts';
import { type OpenLedgerOptions, openLedger } from '../../open-ledger.ts';
import { type Anchors, openAnchors } from './anchors.ts';
import { contradicted } from './audit-anchor-faults.ts';
import { readAnchorFile } from './audit-anchor-file.ts';
import { openAuditKeys } from './audit-keys.ts';
import { openAuditedLedger } from './audit-open-ledger.ts';
import { type AnchoredCheck, verifyAnchored } from './audit-verify-anchored.ts';

/** What an audit is verified against: what is kept beside the keys where it is there, or has to be, or a file. */
export type AuditCheckOptions = OpenLedgerOptions & {
  readonly anchor?: { readonly file: string } | 'kept';
  readonly onProgress?: (records: number) => void;
};

/** Which records are shown. */
export type AuditListOptions = OpenLedgerOptions & Parameters<typeof readNewestRecords>[1];

/** Verifies the audit of a ledger; one that is gone is held against what was anchored of it. */
export async function checkAudit(options: AuditCheckOptions): Promise<AuditVerification> {
  const { anchor, onProgress, environment = process.env, ...place } = options;
  const keys = await openAuditKeys(environment);
  const named = typeof anchor === 'object' ? await requireAnchors(anchor.file) : [];
  const { store, gone } = await openAuditedLedger({ ...place, environment });
  try {
    const check: AnchoredCheck = { anchors: openAnchors(keys.directory), keys, named, onProgress };
    const { hasAnchors, ...found } = await verifyAnchored(store, check);
    if (gone !== null && !hasAnchors) throw gone;
    if (anchor === 'kept' && !hasAnchors) throw noAnchor(check.anchors, store);
    return gone === null ? found : { ...found, notes: [gone.message, ...found.notes] };
  } finally {
    await store.close();
  }
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
    await anchors.read(store.location);
    const { faults } = await verifyAnchored(store, { anchors, keys });
    if (faults.length > 0)
      throw new PenumbraError('check-failed', 'the audit is not whole, and so is not anchored', {
        hint: 'see what is wrong with it by `penumbra audit verify`',
        data: { faults: faults.length },
      });
    const head = await requireHead(store);
    if ((await anchors.keep(store, head, signer)) === 'contradicted') throw contradicted();
    return signAnchor(head, { ledger: store.location, signer });
  });
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
