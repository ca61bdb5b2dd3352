/**
 * Implements the audit commands: verify it against its anchors, show its newest records, and anchor its head.
 */

import { stat } from 'node:fs/promises';
import {
  type Anchors,
  type AuditKeys,
  chooseMovedAnchors,
  contradicted,
  openAnchors,
  openAuditKeys,
  readAnchorFile,
} from '../../engine/guard/audit/index.ts';
import {
  findWorkspaceRoot,
  type OpenLedgerOptions,
  openLedger,
  storeAddress,
  storeSetting,
  withLedger,
} from '../../engine/index.ts';
import {
  type AuditAnchor,
  type AuditFault,
  type AuditVerification,
  findAuditHead,
  type NewestRecords,
  readNewestRecords,
  signAnchor,
  verifyAudit,
} from '../../guard/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import { createMemoryStore, type Store } from '../../ledger/index.ts';

/**
 * What an audit is verified against: by default the anchors beside the keys, if there are any; `kept`
 * requires them; or the anchors in a file.
 */
export type AuditCheckOptions = OpenLedgerOptions & {
  readonly anchor?: { readonly file: string } | 'kept';
  readonly onProgress?: (records: number) => void;
};

/** Which records are shown. */
export type AuditListOptions = OpenLedgerOptions & Parameters<typeof readNewestRecords>[1];

/** Verifies the audit of a ledger; a missing ledger is compared with its anchors. */
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
  return withLedger({ ...options, create: false }, ({ store }) => readNewestRecords(store, options));
}

/** Signs the head of a ledger's audit, if the audit is intact, and stores the anchor. */
export async function anchorAudit(options: OpenLedgerOptions): Promise<AuditAnchor> {
  const { environment = process.env } = options;
  return withLedger({ ...options, create: false }, async ({ store }) => {
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

/** A ledger; if it is missing, an empty one in its place, and the fault that says so. */
type AuditedLedger = { readonly store: Store; readonly gone: PenumbraError | null };

/** Opens the ledger of a workspace without creating one. */
async function openAuditedLedger(options: OpenLedgerOptions): Promise<AuditedLedger> {
  try {
    const { store } = await openLedger({ ...options, create: false });
    return { store, gone: null };
  } catch (fault) {
    if (!(fault instanceof PenumbraError)) throw fault;
    const file = await ledgerFile(options);
    if (file === null || !(await isGone(file, fault))) throw fault;
    return { store: { ...createMemoryStore(), location: file }, gone: fault };
  }
}

async function ledgerFile(options: OpenLedgerOptions): Promise<string | null> {
  const { store, environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  const setting = await storeSetting({ root, environment, options: store === undefined ? {} : { store } });
  const address = storeAddress(setting, root);
  return address.kind === 'sqlite' ? address.file : null;
}

/**
 * A ledger that is busy, inaccessible or of a newer version exists; a file that is no ledger counts as a
 * missing one.
 */
async function isGone(file: string, { code }: PenumbraError): Promise<boolean> {
  if (code === 'store-damaged') return true;
  if (code !== 'store-unavailable') return false;
  return stat(file).then(
    (found) => !found.isFile(),
    ({ code: reason }: NodeJS.ErrnoException) => reason === 'ENOENT' || reason === 'ENOTDIR',
  );
}

/** What an audit is compared with; `named` are anchors supplied by a person. */
type AnchoredCheck = {
  readonly anchors: Anchors;
  readonly keys: AuditKeys;
  readonly named?: readonly AuditAnchor[];
  readonly onProgress?: ((records: number) => void) | undefined;
};

/** The findings, and whether there are any anchors at all, even damaged ones. */
type AnchoredVerification = AuditVerification & { readonly hasAnchors: boolean };

/** Verifies the audit of a ledger. */
async function verifyAnchored(store: Store, check: AnchoredCheck): Promise<AnchoredVerification> {
  const { anchors, named = [] } = check;
  const { own, damage } = await readOwn(anchors, store.location);
  const known = [...own, ...named];
  const first = await verify(store, check, known);
  // An anchor at this place is newer than any kept for an earlier one.
  const strange = first.chains
    .map(({ chain }) => chain)
    .filter((name) => !own.some(({ chain }) => chain === name));
  const moved = await chooseMovedAnchors(
    store,
    await anchors.readElsewhere(store.location, new Set(strange)),
  );
  const found = moved.anchors.length === 0 ? first : await verify(store, check, [...known, ...moved.anchors]);
  return {
    ...found,
    ok: found.ok && damage.length === 0,
    faults: [...damage, ...found.faults],
    notes: [...found.notes, ...moved.notes],
    hasAnchors: known.length + damage.length + moved.anchors.length > 0,
  };
}

async function verify(
  store: Store,
  { keys: { verifier }, onProgress }: AnchoredCheck,
  anchors: readonly AuditAnchor[],
): Promise<AuditVerification> {
  return verifyAudit(store, { anchors, verifier, ...(onProgress !== undefined && { onProgress }) });
}

/** Reads the anchors of a ledger; if they are damaged, the chain is still verified. */
async function readOwn(
  anchors: Anchors,
  location: string,
): Promise<{ readonly own: readonly AuditAnchor[]; readonly damage: readonly AuditFault[] }> {
  try {
    return { own: await anchors.read(location), damage: [] };
  } catch (error) {
    if (!(error instanceof PenumbraError) || error.code !== 'check-failed') throw error;
    const detail = `${error.message}; ${error.hint}`;
    return { own: [], damage: [{ sequence: 0, chain: null, fault: 'anchor-invalid', detail }] };
  }
}
