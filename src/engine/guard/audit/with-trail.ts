/** Opens the audit trail of a ledger for a piece of work, and closes it whatever happens. */
import type { AuditTrail } from '../../../guard/index.ts';
import type { Ledger } from '../../../ledger/index.ts';
import { type AnchoredTrailOptions, openAnchoredTrail } from './audit-anchored-trail.ts';

/** Does a piece of work that is put on record; where it fails, that is what is told. */
export async function withTrail<Result>(
  ledger: Pick<Ledger, 'store' | 'clock'>,
  options: AnchoredTrailOptions,
  work: (trail: AuditTrail) => Promise<Result>,
): Promise<Result> {
  const trail = await openAnchoredTrail(ledger, options);
  try {
    const result = await work(trail);
    await trail.close();
    return result;
  } catch (fault) {
    await trail.close().catch(() => undefined);
    throw fault;
  }
}
