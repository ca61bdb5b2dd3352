/**
 * Test utilities for users of Penumbra: the store contract, a scripted agent, a fake clock, and the in-memory
 * store.
 */
export { createMemoryStore } from '../ledger/index.ts';
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { type AgentScript, createScriptedAgent } from './scripted-agent.ts';
export type { OpenStore, StoreCheck } from './store-contract/store-check.ts';
export { describeStore, type StoreDescription } from './store-contract/store-check.ts';
export { persistenceContract, storeContract } from './store-contract.ts';
