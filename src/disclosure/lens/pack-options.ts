/** What a caller says about a pack, beside the working set. */

import type { CanonicalValue } from '../../kernel/index.ts';
import type { LeakGuard } from '../index.ts';

/** The director's intent for one turn. */
export type Beat = {
  readonly beat_id?: string;
  readonly beat_type?: string;
  readonly pacing_mode?: string;
  /** Blocks of truth to bring forward, by index. */
  readonly foreground?: readonly number[];
};

/** For whom, and how, a pack is compiled. */
export type PackOptions = {
  readonly consumer: string;
  /** The guard that was compiled with the working set; needed where something is locked. */
  readonly guard?: LeakGuard;
  readonly beat?: Beat;
  readonly style?: { readonly [key: string]: CanonicalValue };
};
