// What attacks on signatures share: a grant that is slipped into the log of a request, whoever signed it.

import { appendEvent, readLogged } from '../../src/guard/approvals/approval-log.ts';
import { requestBytes } from '../../src/guard/approvals/approval-request.ts';
import type { Signature } from '../../src/kernel/index.ts';
import type { Target } from './open-target.ts';

/** Grants a request in the store, with whatever signature an attacker makes of the bytes a person signs. */
export async function slipInGrant(
  { ledger }: Target,
  id: string,
  sign: (payload: Uint8Array) => Promise<Signature> | Signature,
): Promise<void> {
  const logged = await readLogged(ledger.store, id);
  if (logged === null) throw new Error('nothing was asked');
  const signature = await sign(requestBytes(logged.request));
  await appendEvent(ledger, logged, { event: 'granted', signature });
}
