/** What a node produces. */
import type { CanonicalValue } from '../../kernel/index.ts';

/**
 * The output of one visit to a node. At the border `confidence` and other decimals are numbers with at most four
 * places; a walk keeps them in canonical form (recorded-artifact.ts).
 */
export type Artifact = {
  readonly type: string;
  readonly confidence?: number;
  readonly data: { readonly [key: string]: CanonicalValue };
};

/**
 * Returns what the schema of an artifact describes: its data with its own confidence.
 *
 * @example wholeData({ type: 'verdict', confidence: 0.9, data: { decision: 'affirm' } }) // {decision, confidence}
 */
export function wholeData({ confidence, data }: Pick<Artifact, 'confidence' | 'data'>): Artifact['data'] {
  return confidence === undefined ? data : { ...data, confidence };
}
