/** The door of what stands before tools of others: their servers and hosts. Apart, for it reads answers for secrets. */
export { guardServer, reviewServer, type ToolToAccept } from './guard-server.ts';
export { type HookVerdict, judgeHook } from './judge-hook.ts';
export type { GuardProxy } from './open-guard-proxy.ts';
