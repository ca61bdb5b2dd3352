/** The frame types that the context brings to a ledger. */
import type { FrameType } from '../../ledger/index.ts';
import { commitChangeType } from './commit-change-frame.ts';
import { historyType } from './history-frame.ts';
import { digestType } from './produce-digest.ts';
import { importsType } from './produce-imports.ts';
import { outlineType } from './produce-outline.ts';
import { termsType } from './terms-frame.ts';

/** The types of what producers make, for a ledger to know. */
export const contextTypes: readonly FrameType[] = [
  termsType,
  historyType,
  commitChangeType,
  outlineType,
  importsType,
  digestType,
];
