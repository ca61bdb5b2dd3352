/** A ledger: a store with the frame types it knows and the clock that dates what is written. */
import type { Clock } from '../../kernel/index.ts';
import type { Store } from '../store/store.ts';
import type { FrameTypes } from './frame-type.ts';

/** What the ledger's functions work on. */
export type Ledger = { readonly store: Store; readonly types: FrameTypes; readonly clock: Clock };
