/** The pipeline's door: artifacts, the context of a step, and the port that is asked. */
export type { Artifact } from './artifact.ts';
export type { Ask, AskedNode } from './ask.ts';
export type { NodeContext, WalkCounters } from './node-context.ts';
