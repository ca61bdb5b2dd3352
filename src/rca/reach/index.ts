/** Reach: which files of a tree a test can get to. */
export { createPartsOf } from './name-reach.ts';
export { createReachGraph, type ReachGraph } from './reach-graph.ts';
