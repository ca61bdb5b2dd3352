/** The door of packs: what agents were told in a run, why, and whether it still compiles. For people, and for no agent. */
export { explainNamedPack } from './explain-pack.ts';
export { showPacks } from './show-packs.ts';
export { verifyPacks } from './verify-packs.ts';
