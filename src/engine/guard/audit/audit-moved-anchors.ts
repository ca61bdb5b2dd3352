/**
 * Anchors that were kept of a ledger where it lay before: a ledger that is moved keeps its chains, and anchors name
 * them. A ledger that is copied shares them, too; so where another one still lies at the old place, its anchors count
 * here only as far as they agree.
 */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { type AuditAnchor, holdsAnchor } from '../../../guard/index.ts';
import { cite } from '../../../kernel/index.ts';
import type { Store } from '../../../ledger/index.ts';

/** Anchors of other places that count here, and what else there is to say. */
export type MovedAnchors = { readonly anchors: readonly AuditAnchor[]; readonly notes: readonly string[] };

/** Chooses of the anchors that name a ledger's chains those that count for it. */
export async function chooseMovedAnchors(store: Store, found: readonly AuditAnchor[]): Promise<MovedAnchors> {
  const anchors: AuditAnchor[] = [];
  const notes: string[] = [];
  for (const anchor of found) {
    const { ledger, sequence } = anchor;
    const isCopied = await isElsewhere(ledger, store.location);
    if (isCopied && !(await holdsAnchor(store, anchor))) {
      notes.push(
        `another ledger lies at ${cite(ledger)} and shares a chain with this one; it has a record ${sequence} that is not here`,
      );
      continue;
    }
    anchors.push(anchor);
    if (!isCopied)
      notes.push(`this ledger was at ${cite(ledger)}, and is held against what was anchored there`);
  }
  return { anchors, notes };
}

/** Tells whether a ledger still lies at another place; whether a database does is not looked up. */
async function isElsewhere(ledger: string, location: string): Promise<boolean> {
  if (!isAbsolute(ledger)) return true;
  const [there, here] = await Promise.all([lookAt(ledger), lookAt(location)]);
  return there !== null && !(there.dev === here?.dev && there.ino === here.ino);
}

async function lookAt(file: string): Promise<{ readonly dev: number; readonly ino: number } | null> {
  return stat(file).catch(() => null);
}
