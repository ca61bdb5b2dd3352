// What attacks on contracts share: a draft, the log that contracts are kept in, and how something is slipped into it.

import { contractLog } from '../../src/guard/contracts/contract-event.ts';
import { canonicalText, parseCanonical } from '../../src/kernel/index.ts';
import { readWholeLog } from '../../src/ledger/index.ts';
import type { Target } from './open-target.ts';

/** A contract over the one place that asks for one. */
export const draft = {
  root: 'repo',
  intent: 'keep the vow',
  operations: ['WRITE'],
  targets: ['vow/**'],
  plan: ['write it down'],
  edits: [{ path: 'vow/**', operation: 'WRITE' }],
  author: 'agent',
};

/** Writes at a place, and returns the code. */
export function writeAt(target: Target, path: string): Promise<string> {
  return target.code('file write', `root:repo/${path}`, { text: 'x\n' });
}

/** An entry that opens a contract. */
export interface Opening {
  readonly event: string;
  readonly contract: string;
  readonly signed: string;
  readonly signature: { readonly keyId: string; readonly algorithm: string; readonly value: string };
}

type Store = Target['ledger']['store'];

/** Reads the entry that opened the last contract of a session. */
export async function readOpening(store: Store, session: string): Promise<Opening> {
  const entries = (await readWholeLog(store, contractLog(session))).map(({ value }) => parseCanonical(value));
  return entries.findLast((entry) => (entry as { event?: unknown }).event === 'opened') as unknown as Opening;
}

/** Slips an entry into the log of the attacker's session, as whoever can write the store could. */
export async function slipIn({ ledger }: Target, opening: Opening): Promise<void> {
  const value = canonicalText(opening);
  await ledger.store.commit({ atMs: ledger.clock.now(), appends: [{ log: contractLog('attacker'), value }] });
}

/** Changes what a contract says, and leaves its signature. */
export function edited(opening: Opening, change: object): Opening {
  const whole = { ...(parseCanonical(opening.signed) as object), ...change } as { readonly id: string };
  return { ...opening, contract: whole.id, signed: canonicalText(whole) };
}
