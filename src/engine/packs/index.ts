/** The door of packs: what agents were told in a run, why, and whether it still compiles. For people, and for no agent. */
export { explainNamedPack } from './explain-named-pack.ts';
export { type PackAnswer, showPacks } from './show-packs.ts';
export { type VerifyPacksQuery, verifyPacks } from './verify-packs.ts';
export type { PackQuery } from './with-packs.ts';
