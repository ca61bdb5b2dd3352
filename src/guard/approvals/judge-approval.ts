/** Judges how a request stands now: by what became of it, the clock, and the signatures under it. */
import type { Clock, Signature, Verifier } from '../../kernel/index.ts';
import type { ApprovalState, KeptApproval } from './approval.ts';
import type { LoggedApproval } from './approval-log.ts';
import { requestBytes } from './approval-request.ts';

/** What a judgement rests on. */
export type Judge = { readonly clock: Clock; readonly verifier: Verifier };

/** Returns a request with how it stands. */
export async function judgeApproval(
  logged: LoggedApproval,
  { clock, verifier }: Judge,
): Promise<KeptApproval> {
  const { request, isSpent, isRefused } = logged;
  const signed = await judgeSignatures(logged, verifier);
  const keep = (state: ApprovalState): KeptApproval =>
    Object.freeze({ request, state, signature: signed.signature });
  if (isSpent) return keep('spent');
  if (isRefused) return keep('refused');
  // INVARIANT (what is not bound is not approved): nobody was told the mode and the sandbox.
  const isBound = 'tool' in request || (request.mode !== null && request.sandbox !== null);
  if (!isBound) return keep('outdated');
  return keep(clock.now() >= request.expiresMs ? 'expired' : signed.state);
}

type Signed = {
  readonly state: 'asked' | 'granted' | 'forged' | 'unverifiable';
  readonly signature: Signature | null;
};

/** Judges the signatures under a request; one that holds is enough, whatever others put beside it. */
export async function judgeSignatures(
  { request, signatures }: LoggedApproval,
  verifier: Verifier,
): Promise<Signed> {
  let best: Signed = { state: 'asked', signature: null };
  for (const signature of signatures) {
    const state = await judgeSignature(signature, requestBytes(request), verifier);
    if (state === 'granted') return { state, signature };
    if (state === 'unverifiable' || best.state === 'asked') best = { state, signature };
  }
  return best;
}

async function judgeSignature(signature: Signature, payload: Uint8Array, verifier: Verifier) {
  // INVARIANT (only a person approves): whoever asks holds secrets of the other kind, and could sign with them itself.
  if (signature.algorithm !== 'ed25519') return 'forged';
  const verification = await verifier.verify('approval', payload, signature);
  if (verification === 'valid') return 'granted';
  return verification === 'unverifiable' ? 'unverifiable' : 'forged';
}
