/** Verifies an audit against all that is anchored of it: at its place, at places it was moved from, and in a file. */
import {
  type AuditAnchor,
  type AuditFault,
  type AuditVerification,
  verifyAudit,
} from '../../../guard/index.ts';
import { PenumbraError } from '../../../kernel/index.ts';
import type { Store } from '../../../ledger/index.ts';
import type { Anchors } from './anchors.ts';
import type { AuditKeys } from './audit-keys.ts';
import { chooseMovedAnchors } from './audit-moved-anchors.ts';

/** What an audit is held against; `named` are anchors that a person brought. */
export type AnchoredCheck = {
  readonly anchors: Anchors;
  readonly keys: AuditKeys;
  readonly named?: readonly AuditAnchor[];
  readonly onProgress?: ((records: number) => void) | undefined;
};

/** What was found, and whether anything was anchored at all, be it damaged. */
export type AnchoredVerification = AuditVerification & { readonly hasAnchors: boolean };

/** Verifies the audit of a ledger. */
export async function verifyAnchored(store: Store, check: AnchoredCheck): Promise<AnchoredVerification> {
  const { anchors, named = [] } = check;
  const { own, damage } = await readOwn(anchors, store.location);
  const known = [...own, ...named];
  const first = await verify(store, check, known);
  // An anchor at this place is newer than those of earlier ones.
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

/** Reads what is kept of a ledger; damage to it says nothing about the chain, which is verified all the same. */
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
