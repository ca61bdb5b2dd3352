/** The sentences of a check, shared by text and Markdown. */
import { countOf } from '../quantity.ts';
import { briefId } from './brief-id.ts';
import { changeCounts } from './describe-changes.ts';
import { regenerationWords } from './render-regeneration.ts';
import type { ShownCi } from './shown-ci.ts';

/** Says how it ended, and on what. */
export function verdictWords({ ok, failOn, stale, validation }: ShownCi): string {
  if (ok) return 'passed';
  const reasons = [
    ...(validation.ok ? [] : [`${countOf(validation.faults.length, 'fault')} in the ledger`]),
    ...(failOn === 'stale' && stale.length > 0 ? [countOf(stale.length, 'stale record')] : []),
  ];
  return `failed: ${reasons.join(', ')}`;
}

/** Says what was found and how much of it changed. */
export function scanWords({ scan, root, nodes, isFirst, changes }: ShownCi): string {
  const what = `scan ${scan}, ${briefId(root)}, ${countOf(nodes, 'node')}`;
  if (isFirst) return `${what}: the first, so there is nothing to compare with`;
  return `${what}: ${changes.length === 0 ? 'nothing changed' : changeCounts(changes)}`;
}

/** Says what was recomputed. */
export function renewalWords({ regeneration }: ShownCi): string {
  if (regeneration === null) return 'nothing could be derived anew, for the ledger is damaged';
  return regenerationWords({ ...regeneration, stale: [] });
}

/** Says whether the ledger is whole. */
export function validationWords({ validation: { ok, checked, faults } }: ShownCi): string {
  const things = `${checked} checked`;
  return ok
    ? `the ledger is whole, ${things}`
    : `${countOf(faults.length, 'fault')} in the ledger, ${things}`;
}
