/** Who may wear a mask, as a mask declares it. Only a wearer's identity counts, and wearing does not change it. */
import type { AgentIdentity, Position } from './identity.ts';

/** The wearers a mask declares; positions and names, where given, narrow the side to those that match either. */
export type MaskWearers = {
  /** The side the mask belongs to; without it both sides may wear the mask. */
  readonly alignment?: 'light' | 'shadow';
  readonly positions?: readonly Position[];
  readonly names?: readonly string[];
};

/** Tells whether an agent may wear a mask. */
export function mayWear(agent: AgentIdentity, { alignment, positions, names }: MaskWearers): boolean {
  const isNamed = names?.includes(agent.name) ?? false;
  // INVARIANT (deny by default): an agent on neither side wears only what names it.
  if (agent.alignment === 'unaligned') return isNamed;
  // INVARIANT (sides do not mix): not even a name lets a proposer wear a reviewer's mask, nor the reverse.
  if (alignment !== undefined && alignment !== agent.alignment) return false;
  if (positions === undefined && names === undefined) return true;
  return isNamed || (agent.position !== null && (positions?.includes(agent.position) ?? false));
}
