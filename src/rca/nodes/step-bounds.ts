/** What a pack says about the step itself: which node, the how-manieth visit, and what edges and masks added. */

import type { PromptPack } from '../../disclosure/lens/index.ts';
import type { CanonicalValue } from '../../kernel/index.ts';

/** The step as the engine writes it into `directives.channel_rules.bounds`. */
export type StepBounds = {
  readonly node: string;
  /** 1 at the first visit. */
  readonly visit: number;
  /** How many candidates the evidence in the pack goes down to. */
  readonly evidence_depth: number;
  /** The walk's context: what edges set (`candidate`, `component`) and masks flagged. */
  readonly meta: { readonly [key: string]: CanonicalValue };
};

/** Reads the step from a pack. */
export function readStep({ task }: PromptPack): StepBounds {
  return (task.bounds as { readonly channels: StepBounds }).channels;
}
