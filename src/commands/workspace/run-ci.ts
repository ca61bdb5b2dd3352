/** Checks a workspace in a build: scans it, renews what can be renewed, and validates the ledger. */
import type { Regeneration, WaveMove } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import type { CiFailOn, ShownCi } from '../../report/index.ts';
import { showChanges } from './show-changes.ts';

/** What the check fails on, and who receives progress. */
export type CiOptions = { readonly failOn: CiFailOn; onProgress?(text: string): void };

/** Runs the check. */
export async function runCi(workspace: OpenedWorkspace, { failOn, onProgress }: CiOptions): Promise<ShownCi> {
  onProgress?.('looking at the files');
  const isFirst = (await workspace.scans()).length === 0;
  const { root, scan, nodes, skipped, changes } = await workspace.scan();
  const recomputed: WaveMove[] = [];
  const renewal = await tryRenewal(workspace, { onProgress, onMove: (move) => void recomputed.push(move) });
  const { ok, checked, faults } = await workspace.validate({
    onProgress: (done) => onProgress?.(`checking the ledger: ${done}`),
  });
  // Damage in the ledger explains why nothing could be renewed; otherwise the fault is a different one.
  if (ok && 'fault' in renewal) throw renewal.fault;
  const { stale, ...counts } = 'fault' in renewal ? { stale: [] } : renewal;
  return {
    ok: ok && (failOn === 'invalid' || stale.length === 0),
    failOn,
    root,
    scan,
    isFirst,
    nodes,
    skipped,
    changes: showChanges(changes),
    regeneration: 'examined' in counts ? counts : null,
    recomputed,
    stale,
    validation: { ok, checked, faults },
  };
}

type CiListener = {
  readonly onProgress: CiOptions['onProgress'] | undefined;
  onMove(move: WaveMove): void;
};

/** Renews everything derived; a fault is kept until it is known whether the ledger is intact. */
async function tryRenewal(
  workspace: OpenedWorkspace,
  { onProgress, onMove }: CiListener,
): Promise<Regeneration | { readonly fault: PenumbraError }> {
  try {
    return await workspace.as('synthesis', 'synthesis').regenerate({
      onProgress: (examined) => onProgress?.(`renewing records: ${examined} examined`),
      onMove,
    });
  } catch (error) {
    if (error instanceof PenumbraError) return { fault: error };
    throw error;
  }
}
