/** What a node produces. */
import type { CanonicalValue } from '../kernel/index.ts';

/** The output of one visit to a node. At the border `confidence` is a decimal from 0 to 1. */
export type Artifact = {
  readonly type: string;
  readonly confidence?: number;
  readonly data: { readonly [key: string]: CanonicalValue };
};
