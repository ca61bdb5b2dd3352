/**
 * Public entry point to the guard in front of other parties' tools: their servers and hosts. Separate because
 * it scans answers for secrets.
 */
export { guardServer, reviewServer, type ToolToAccept } from './guard-server.ts';
export { type HookVerdict, judgeHook } from './judge-hook.ts';
export type { GuardProxy } from './open-guard-proxy.ts';
