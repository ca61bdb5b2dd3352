/** Finds the request a person means: by its id, or by as many digits of it as make it the only one. */
import type { KeptApproval } from '../../../guard/index.ts';
import { cite, PenumbraError } from '../../../kernel/index.ts';

const TYPED = /^(?:approval:)?([0-9a-f]{4,64})$/;
const PREFIX = 'approval:';
const CANDIDATES_SHOWN = 4;
const CANDIDATE_DIGITS = 16;

/** Returns the request that a text names, or throws `invalid-id`. */
export function findApproval(kept: readonly KeptApproval[], text: string): KeptApproval {
  const [, digits] = TYPED.exec(text.toLowerCase()) ?? [];
  if (digits === undefined)
    throw new PenumbraError('invalid-id', `${cite(text)} is not the id of a request`, {
      hint: 'give the id that `penumbra approve` lists, or at least its first 4 digits',
    });
  const found = kept.filter(({ request }) => request.id.startsWith(`${PREFIX}${digits}`));
  const [first, second] = found;
  if (first === undefined)
    throw new PenumbraError('invalid-id', `no request for approval is known as ${cite(text)}`, {
      hint: '`penumbra approve` lists what is asked; see that --workspace and --store name the ledger of the agent',
    });
  if (second === undefined) return first;
  const candidates = found
    .slice(0, CANDIDATES_SHOWN)
    .map(({ request }) => request.id.slice(PREFIX.length, PREFIX.length + CANDIDATE_DIGITS));
  throw new PenumbraError('invalid-id', `${cite(text)} is the beginning of ${found.length} requests`, {
    hint: `give more digits: ${candidates.join(', ')}`,
  });
}
