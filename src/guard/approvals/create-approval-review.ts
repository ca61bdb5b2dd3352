/**
 * The person's side of approvals: the open questions, the bytes they are about, and the decision to grant or
 * refuse.
 */
import { PenumbraError, type Signer, type Verifier } from '../../kernel/index.ts';
import type { ApprovalReview, ApprovalState, KeptApproval } from './approval.ts';
import {
  type ApprovalEvent,
  type ApprovalLedger,
  appendEvent,
  everyRequestId,
  judgeApproval,
  type LoggedApproval,
  readLogged,
  readScript,
  unknownRequest,
} from './approval-log.ts';
import { requestBytes } from './approval-request.ts';

/** What a review signs and verifies with. Without a signer, requests can only be listed, read and refused. */
export type ApprovalReviewOptions = { readonly verifier: Verifier; readonly signer?: Signer };

const grantable: readonly ApprovalState[] = ['asked', 'forged', 'unverifiable'];
const refusable: readonly ApprovalState[] = [...grantable, 'granted'];

export function createApprovalReview(ledger: ApprovalLedger, options: ApprovalReviewOptions): ApprovalReview {
  const { store, clock } = ledger;
  const { verifier, signer } = options;
  const judge = (logged: LoggedApproval) => judgeApproval(logged, { clock, verifier });

  const find = async (id: string): Promise<LoggedApproval> => {
    const logged = await readLogged(store, id);
    if (logged === null) throw unknownRequest(id);
    return logged;
  };

  const decide = async (
    id: string,
    states: readonly ApprovalState[],
    makeEvent: (logged: LoggedApproval) => Promise<ApprovalEvent>,
  ): Promise<KeptApproval> => {
    for (;;) {
      const logged = await find(id);
      const { state } = await judge(logged);
      if (!states.includes(state)) throw decidedAlready(id, state);
      if (await appendEvent(ledger, logged, await makeEvent(logged))) return judge(await find(id));
    }
  };

  const sign = async ({ request }: LoggedApproval): Promise<ApprovalEvent> => {
    if (signer === undefined) {
      throw new PenumbraError('invalid-configuration', 'there is no key to approve with', {
        hint: 'make one with `penumbra keys create`',
      });
    }
    if ((await readScript(store, request)) === null) {
      throw new PenumbraError(
        'check-failed',
        'what was asked about is no longer kept, so nobody can read what would be done',
        {
          hint: 'let the agent ask again',
        },
      );
    }
    return { event: 'granted', signature: await signer.sign('approval', requestBytes(request)) };
  };

  return Object.freeze({
    list: async () => {
      const kept: KeptApproval[] = [];
      for await (const id of everyRequestId(store)) {
        const logged = await readLogged(store, id);
        if (logged !== null) kept.push(await judge(logged));
      }
      const inOrder = kept.sort(
        (a, b) => a.request.askedMs - b.request.askedMs || (a.request.id < b.request.id ? -1 : 1),
      );
      return Object.freeze(inOrder);
    },
    bytesOf: (request: KeptApproval['request']) => readScript(store, request),
    grant: (id: string) => decide(id, grantable, sign),
    refuse: (id: string) => decide(id, refusable, async () => ({ event: 'refused' })),
  });
}

function decidedAlready(id: string, state: ApprovalState): PenumbraError {
  return new PenumbraError('check-failed', `request \`${id}\` is ${state}, and stays so`, {
    data: { id, state },
    hint: 'when the agent tries again, it asks anew',
  });
}
