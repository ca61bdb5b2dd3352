// What stops attacks on the audit.

import type { Mutation } from '../support/red-team/mutation.ts';

const unrecorded = {
  file: 'src/tools/calls/answer-call.ts',
  remove: 'return isOnRecord\n',
  put: 'return isOnRecord || port\n',
};

/** The checks of the audit. */
export const auditMutations: readonly Mutation[] = [
  { attack: 'audit-unwritable', ...unrecorded, why: 'what happened would be on no record' },
  { attack: 'audit-unwritable-contract', ...unrecorded, why: 'authority would come from nowhere' },
  {
    attack: 'audit-unread',
    file: 'src/tools/create-tools.ts',
    remove: "if (!isNoted) return { reply: builderFor(context).failed('MCP-AUDIT-E-001') };",
    put: 'void isNoted;',
    why: 'what was read would be on no record',
  },
  {
    attack: 'audit-tampered',
    file: 'src/guard/audit/follow-chains.ts',
    remove: 'strays.push({ ...record, hasOtherBefore, lastBefore: counts.last });',
    put: 'void hasOtherBefore;',
    why: 'a record would follow whatever stands before it',
  },
  {
    attack: 'audit-added',
    file: 'src/guard/audit/walk-audit.ts',
    remove: 'if (entry.sequence <= (now?.sequence ?? 0)) return;',
    put: 'if (entry.sequence > (now?.sequence ?? 0)) return;',
    why: 'what nobody recorded would lie in the log unseen',
  },
  {
    attack: 'audit-cut',
    file: 'src/guard/audit/compare-anchors.ts',
    remove: '...lost.map((one) => lossOf(one, lasts.get(one.anchor.chain))),',
    put: '',
    why: 'a chain that ends early is still a chain',
  },
  {
    attack: 'audit-two-writers',
    file: 'src/guard/audit/write-chain.ts',
    remove: "const requires = [{ kind: 'head-is', log: AUDIT_LOG, value: from.value }] as const;",
    put: 'const requires = [] as const;',
    why: 'two writers would follow the same record',
  },
  {
    attack: 'audit-large',
    file: 'src/guard/audit/write-audit-groups.ts',
    remove: 'value !== null && value.length <= limits.logValueBytes',
    put: 'value !== null && value.length <= limits.logValueBytes * 100',
    why: 'the log takes no record of that size',
  },
];
