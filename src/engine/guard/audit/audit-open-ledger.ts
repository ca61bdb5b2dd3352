/** Opens the ledger whose audit is verified, also where it is gone: what was anchored of it tells that it was there. */
import { stat } from 'node:fs/promises';
import { PenumbraError } from '../../../kernel/index.ts';
import { createMemoryStore, type Store } from '../../../ledger/index.ts';
import { type OpenLedgerOptions, openLedger } from '../../open-ledger.ts';
import { storeSetting } from '../../read-settings.ts';
import { storeAddress } from '../../store-address.ts';
import { findWorkspaceRoot } from '../../workspace-root.ts';

/** A ledger; where it is gone, an empty one at its place, and the fault that says so. */
export type AuditedLedger = { readonly store: Store; readonly gone: PenumbraError | null };

/** Opens the ledger of a workspace, which is not made where there is none. */
export async function openAuditedLedger(options: OpenLedgerOptions): Promise<AuditedLedger> {
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

/** One that is busy, locked away or of a newer version is there; what is no ledger stands in the place of one. */
async function isGone(file: string, { code }: PenumbraError): Promise<boolean> {
  if (code === 'store-damaged') return true;
  if (code !== 'store-unavailable') return false;
  return stat(file).then(
    (found) => !found.isFile(),
    ({ code: reason }: NodeJS.ErrnoException) => reason === 'ENOENT' || reason === 'ENOTDIR',
  );
}
