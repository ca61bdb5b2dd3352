/**
 * Penumbra as a library: everything the subpaths offer, and the engine that puts it together. What is public is
 * decided in each room's index, so this one only gathers.
 */
export * from './agents/index.ts';
export * from './context/index.ts';
export * from './court/index.ts';
export * from './engine/index.ts';
export * from './engine/investigate/index.ts';
export * from './engine/packs/index.ts';
export * from './engine/prove/index.ts';
export * from './guard/index.ts';
export {
  createTools,
  createWorld,
  type GuardSession,
  type GuardSessionOptions,
  openContextServices,
  openGuardSession,
  type WorkspaceContext,
} from './guard.ts';
export * from './kernel/index.ts';
export * from './ledger/index.ts';
export * from './lens/index.ts';
export * from './oracle/index.ts';
export * from './pipeline/index.ts';
export * from './rca/index.ts';
export * from './record/index.ts';
export * from './report/index.ts';
export * from './tools/index.ts';
