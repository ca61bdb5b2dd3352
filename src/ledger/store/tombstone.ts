/** Tombstones: what is left of a content that retention or erasure removed. Nothing but content of frames has one. */
import { isSha256, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { requireAgentName } from '../frames/agent-name.ts';

const reasons = ['dropped', 'erased'] as const;

/** Why a content is gone: dropped by retention (it may come back), or erased on request (it may not). */
export type TombstoneReason = (typeof reasons)[number];

/** What is left of a removed content. */
export type Tombstone = {
  readonly id: Sha256;
  readonly reason: TombstoneReason;
  /** The agent that wrote the frame the content belonged to. */
  readonly agent: string;
};

/** Throws unless a tombstone has an id, a known reason and an agent's name. */
export function requireTombstone({ id, reason, agent }: Tombstone): void {
  if (!isSha256(id)) throw new PenumbraError('invalid-id', `\`${id}\` is not an object id`);
  if (!isReason(reason))
    throw new PenumbraError('usage', `\`${reason}\` is not a reason to remove an object`, {
      hint: `a tombstone says ${reasons.join(' or ')}`,
    });
  requireAgentName(agent);
}

/** Tells whether a value is a reason that a tombstone can give. */
export function isReason(value: unknown): value is TombstoneReason {
  return reasons.some((reason) => reason === value);
}
