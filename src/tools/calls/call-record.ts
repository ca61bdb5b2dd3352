/** The audit record of one call: what it reached and how it was decided is gathered on the way, and written once. */
import type { AuditEntry, AuditedRequest, AuditTrail } from '../../guard/index.ts';
import type { Reply } from '../../kernel/index.ts';
import type { CallContext } from './call-request.ts';

/** The record of a call that is under way. */
export type CallRecord = {
  /** Notes a further address. */
  reach(address: string): void;
  /** Notes what the gate was asked and how it answered. */
  decided(requests: readonly AuditedRequest[], decision: Reply): void;
  /** Whether something is being put on record to be done, or was. */
  isBegun(): boolean;
  /** Writes the record before something is done; false where it cannot be written. */
  write(intent: AuditEntry['intent']): Promise<boolean>;
  /** Notes the record of a call that changed nothing; false where the trail does not take it. */
  end(answer: Reply): Promise<boolean>;
};

/** Opens the record of a call. Without a trail nothing can be put on record, and so nothing be changed. */
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
        // The caller is told; what exactly is wrong with the trail is for the operator to see.
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
