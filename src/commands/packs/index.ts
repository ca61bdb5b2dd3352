/**
 * Public entry point to packs: what agents saw in a run, why, and whether it still compiles. For people,
 * never for agents.
 */
export { explainNamedPack } from './explain-pack.ts';
export { showPacks } from './show-packs.ts';
export { verifyPacks } from './verify-packs.ts';
