/** Scans the workspace, keeps the last scan, and compares it with the recorded ones. */
import type { Ledger } from '../../ledger/index.ts';
import { findRenames, type Renames } from '../lineage/find-renames.ts';
import { excludeUnseen, recordScan, type ScanRecording } from '../lineage/record-scan.ts';
import { type RecordedScan, readScans, SCAN_LOG } from '../lineage/scan-log.ts';
import { diffToTree } from '../lineage/stored-trees.ts';
import type { Scan } from '../scan/scan.ts';
import type { WorkspaceScan } from './workspace.ts';

/** Scans the files; given hints and an earlier scan, only where something may have changed. */
export type ScanFiles = (options: WorkspaceScan & { readonly previous: Scan | null }) => Scan;

/** Scans files, keeps the last scan, and records it. */
export type WorkspaceScanner = {
  /** Returns the last scan; scans if there is none. */
  last(): Scan;
  /** Scans the files again. */
  look(options: WorkspaceScan): Scan;
  /** Returns all recorded scans, including those of other processes. */
  scans(): Promise<readonly RecordedScan[]>;
  /** Returns the renames since the last recorded scan, new path to former path. */
  pendingRenames(recorded: readonly RecordedScan[]): Promise<Renames>;
  /** Checks whether the last recorded scan equals the last scan made here. */
  isRecorded(): Promise<boolean>;
  /** Records the last scan. */
  record(): Promise<ScanRecording>;
  /** Records the last scan unless it already is. */
  ensureRecorded(): Promise<void>;
};

/** Creates a scanner that has not scanned yet. */
export function createWorkspaceScanner(ledger: Ledger, scanFiles: ScanFiles): WorkspaceScanner {
  const { store } = ledger;
  let seen: { readonly scan: Scan; isRecorded: boolean } | null = null;
  let known: { readonly digest: string; readonly scans: readonly RecordedScan[] } = { digest: '', scans: [] };

  let isOvertaken = false;
  let pending: { readonly key: string; readonly renames: Renames } = { key: '', renames: new Map() };

  const look = (options: WorkspaceScan): Scan => {
    isOvertaken = false;
    const scan = scanFiles({ ...options, previous: seen?.scan ?? null });
    seen = { scan, isRecorded: seen?.isRecorded === true && seen.scan.root === scan.root };
    return scan;
  };
  const last = () => (seen && !isOvertaken ? seen.scan : look({}));
  const scans = async () => {
    const digest = (await store.head(SCAN_LOG))?.digest ?? '';
    if (digest !== known.digest) {
      known = { digest, scans: await readScans(store, known.scans) };
      // Another process recorded a different state than was scanned here, so scan again.
      const root = known.scans.at(-1)?.root;
      isOvertaken = seen !== null && root !== undefined && root !== seen.scan.root;
    }
    return known.scans;
  };
  const isRecorded = async () => seen?.isRecorded === true && (await scans()).at(-1)?.root === seen.scan.root;
  const record = async () => {
    const { tree, skipped } = last();
    const recording = await recordScan(ledger, tree, skipped);
    if (seen) seen.isRecorded = true;
    return recording;
  };
  const ensureRecorded = async () => {
    if (await isRecorded()) return;
    // If someone else recorded a different scan since, scan again to see which one is right.
    if (seen?.isRecorded) look({});
    await record();
  };
  const pendingRenames = async (recorded: readonly RecordedScan[]) => {
    const before = recorded.at(-1)?.root;
    const { root, tree, skipped } = last();
    const key = `${before} ${root}`;
    if (before === undefined || before === root) return new Map<string, string>();
    if (pending.key !== key) {
      const changes = excludeUnseen(await diffToTree(store, before, tree), skipped);
      pending = { key, renames: findRenames(changes) };
    }
    return pending.renames;
  };
  return { last, look, scans, pendingRenames, isRecorded, record, ensureRecorded };
}
