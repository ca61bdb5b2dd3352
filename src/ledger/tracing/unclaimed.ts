/**
 * Finds tombstones that no frame accounts for. Frames stay when their content goes, so a tombstone that came about by
 * the rules has a frame whose content it was and whose agent it names.
 */
import { digestOf, type Sha256 } from '../../kernel/index.ts';
import type { Frame } from '../frames/frame.ts';
import type { Tombstone } from '../store/tombstone.ts';

/** Gathers tombstones and frames; what is left is wrong. */
export type Unclaimed = {
  add(tombstone: Tombstone): void;
  claim(frame: Frame): void;
  /** Tells what is wrong, after every frame was announced. */
  faults(): readonly { readonly id: Sha256; readonly fault: string }[];
};

/** Starts with no tombstones. */
export function createUnclaimed(): Unclaimed {
  const agents = new Map<Sha256, string>();
  return {
    add: ({ id, agent }) => void agents.set(id, agent),
    claim({ content, agent }) {
      if (agents.get(digestOf(content)) === agent) agents.delete(digestOf(content));
    },
    faults: () =>
      [...agents].map(([id, agent]) => ({
        id,
        fault: `is said to be removed, but is the content of no frame of \`${agent}\``,
      })),
  };
}
