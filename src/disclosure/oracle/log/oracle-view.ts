/** What an oracle knows at one moment: all that a compilation reads, and nothing it could write to. */
import type { Compaction } from '../facts/compaction.ts';
import type { Fact } from '../facts/fact.ts';
import type { OracleState } from './oracle-state.ts';

/** A moment of an oracle. */
export type OracleView = {
  readonly state: OracleState;
  readonly facts: ReadonlyMap<string, Fact>;
  readonly compactions: ReadonlyMap<string, Compaction>;
};
