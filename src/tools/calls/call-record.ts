/** The audit record of one call: collects what it reached and how it was decided, and is written once. */
import type { AuditEntry, AuditedRequest, AuditTrail } from '../../guard/index.ts';
import type { Reply } from '../../kernel/index.ts';
import type { CallContext } from './call-request.ts';

/** The record of a call in progress. */
export type CallRecord = {
  /** Adds a further address. */
  reach(address: string): void;
  /** Adds the requests to the gate and its decision. */
  decided(requests: readonly AuditedRequest[], decision: Reply): void;
  /** Returns whether writing the record of an act has started. */
  isBegun(): boolean;
  /** Writes the record before an act; false if that fails. */
  write(intent: AuditEntry['intent']): Promise<boolean>;
  /** Records a call that changed nothing; false if that fails. */
  end(answer: Reply): Promise<boolean>;
};

/** Opens the record of a call. Without a trail nothing can be recorded, and so nothing can be changed. */
export function openCallRecord(context: CallContext, trail: AuditTrail | undefined): CallRecord {
  const addresses = [context.request.address];
  let requests: readonly AuditedRequest[] = [];
  let decision: Reply | null = null;
  let isBegun = false;
  let isWritten = false;

  const entryOf = (answer: Reply | null, intent: AuditEntry['intent']): AuditEntry => {
    const decisive = decision ?? answer;
    const { rule = null, failed_conditions: failed = [] } = decisive?.data ?? {};
    const { request, snapshot, sessionId } = context;
    return {
      session: sessionId,
      mode: snapshot.mode,
      tool: request.tool.toWellFormed(),
      command: request.command.toWellFormed(),
      addresses: addresses.map((address) => address.toWellFormed()),
      decision: decisive?.code ?? null,
      answer: answer?.code ?? null,
      rule: typeof rule === 'string' ? rule : null,
      failedConditions: failed as readonly string[],
      policy: snapshot.policy.hash,
      contract: snapshot.contract?.id ?? null,
      requests,
      intent,
    };
  };

  return {
    isBegun: () => isBegun,
    reach: (address) => void addresses.push(address),
    decided: (asked, reply) => {
      requests = asked;
      decision = reply;
    },
    write: async (intent) => {
      isBegun = true;
      if (trail === undefined) return false;
      try {
        await trail.record(entryOf(null, intent));
        isWritten = true;
      } catch {
        // The caller learns that it failed; only the operator sees what is wrong with the trail.
      }
      return isWritten;
    },
    end: async (answer) => {
      if (isWritten || trail === undefined) return true;
      try {
        await trail.note(entryOf(answer, null));
        return true;
      } catch {
        return false;
      }
    },
  };
}
