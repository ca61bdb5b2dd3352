/** Candidates: all that could enter a working set, in one shape, wherever it comes from. */

import type { CanonicalValue } from '../../../kernel/index.ts';
import type { FieldTiers, MadeFrom, Provenance, Visibility, WorkingSetItem } from '../../index.ts';
import type { Slice } from '../policy.ts';

/** What could be told. */
export type Candidate = {
  readonly handle: string;
  /** Short ids of its content, which tell it to whoever can guess it. */
  readonly shortIds?: readonly string[];
  readonly kind: string;
  readonly slice: Slice;
  readonly payload: CanonicalValue;
  readonly gist?: CanonicalValue;
  readonly provenance: Provenance;
  readonly visibility: Visibility;
  readonly isLocked: boolean;
  readonly precise: readonly string[];
  readonly owner?: string;
  readonly entity?: string;
  readonly tiers?: FieldTiers;
  /** What it was made from; whoever is told of it is told all of that in full. */
  readonly madeFrom?: readonly MadeFrom[];
  readonly flags: Pick<WorkingSetItem, 'recall' | 'mechanical' | 'synthesized' | 'stale'>;
};

/** A frame of the context, as a compilation is given it. */
export type ComposedFrame = Omit<Candidate, 'isLocked' | 'flags'> & {
  readonly precision: 'locked' | 'unlocked';
  readonly isStale?: boolean;
};
