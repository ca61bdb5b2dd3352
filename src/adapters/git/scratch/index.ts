/** Scratch states of a repository for experiments, laid out outside the workspace. */
export { openScratchPool, type ScratchPool, type ScratchSlot } from './open-scratch-pool.ts';
export { openStateSpace, type ScratchStates } from './open-state-space.ts';
