/**
 * Answers a call that lacks only a person's approval. The act is prepared first, so that the question covers
 * exactly that act. An approval is spent after the call is recorded and before the act.
 */
import type {
  ApprovalChanges,
  ApprovalReader,
  CallSubject,
  PersonGrounds,
  RefPlace,
} from '../../guard/index.ts';
import {
  type CanonicalValue,
  canonicalHash,
  canonicalText,
  contentId,
  digestOf,
  PenumbraError,
} from '../../kernel/index.ts';
import type { CallContext } from './call-request.ts';
import type { Decision } from './decide.ts';
import type { Intent, PreparedAct, ToolCall, ToolResult } from './tool-command.ts';
import { toolLimits } from './tool-limits.ts';
import type { Need } from './tool-services.ts';

/** A call that was denied only because a person has not approved it. */
export type PersonsCall = {
  readonly toolCall: ToolCall;
  readonly context: CallContext;
  readonly decision: Decision;
  readonly approvals: ApprovalReader;
  readonly spend: ApprovalChanges['spend'];
  /** Prepares the act; returns a result if it cannot be done as requested. */
  prepare(): Promise<PreparedAct<Need> | ToolResult>;
  /** Submits the call to the gate again. */
  put(person: PersonGrounds): Decision;
  carryOut(prepared: PreparedAct<Need>): Promise<ToolResult>;
  /** Asks on record. The resulting grounds are submitted to the gate again. */
  ask(question: PreparedAct<'approvals', PersonGrounds>): Promise<PersonGrounds | ToolResult>;
};

/** Carries out the call if a person approved it; asks for approval if nobody was asked yet. */
export async function answerByPerson(call: PersonsCall): Promise<ToolResult> {
  const { toolCall, context, decision, approvals, put } = call;
  const prepared = await call.prepare();
  // A person is only asked about an act that could be done, and is shown all of it.
  if (!('act' in prepared) || prepared.isUnbound === true) return { reply: decision.reply };
  const stated = stateCall(toolCall, context, prepared.intent);
  const kept = await approvals.find(stated.subject);
  if (kept?.state === 'granted') {
    const [id, approvedBy] = [kept.request.id, kept.signature?.keyId ?? null];
    const granted = put({ isSigned: true, approvalId: id });
    if (granted.reply.type !== 'S') return { reply: granted.reply };
    return call.carryOut({
      intent: { ...prepared.intent, approval_id: id, approved_by: approvedBy },
      // INVARIANT (spent before it is done): of all calls that saw the approval, only one is carried out.
      act: async (port) => ((await call.spend(id)) ? prepared.act(port) : { reply: decision.reply }),
    });
  }
  const asked = kept === null ? await call.ask(questionOf(stated)) : { approvalId: kept.request.id };
  if ('reply' in asked) return asked;
  const { reply } = put(asked);
  const isOpen = kept === null || kept.state === 'asked';
  return isOpen && asked.approvalId !== undefined ? { reply, awaits: asked.approvalId } : { reply };
}

function questionOf({ subject, bytes }: StatedCall): PreparedAct<'approvals', PersonGrounds> {
  return {
    // A bare digest, because the record must not keep the object alive.
    intent: { asked: 'approval', call: digestOf(subject.content) },
    act: (approvals) => askForApproval(approvals, subject, bytes),
  };
}

/** Asks for approval. If too many questions are open, returns no id until some are answered. */
export async function askForApproval(
  approvals: Pick<ApprovalChanges, 'ask'>,
  ...question: Parameters<ApprovalChanges['ask']>
): Promise<{ readonly approvalId?: string }> {
  try {
    const { request } = await approvals.ask(...question);
    // Even if granted at this very moment, the approval applies to the next call.
    return { approvalId: request.id };
  } catch (error) {
    if (error instanceof PenumbraError && error.code === 'limit-exceeded') return {};
    throw error;
  }
}

/** The subject of a question, and the bytes that people read. */
type StatedCall = { readonly subject: CallSubject; readonly bytes: Uint8Array };

/** Describes a call that could be carried out as its intent says. */
function stateCall(
  { place, others, arguments: given, means }: ToolCall,
  { request, snapshot, sessionId }: CallContext,
  intent: Intent,
): StatedCall {
  const places = [place, ...others];
  // Omitted and undefined arguments are the same to a command.
  const values = JSON.parse(JSON.stringify(given)) as { readonly [name: string]: CanonicalValue };
  const lines = [
    `${request.tool} ${request.command}`,
    '',
    ...places.flatMap((one) => [one.address, `  now ${standing(one, means)}`]),
    '',
    `arguments, with hash ${canonicalHash(values)}`,
    ...Object.keys(values)
      .sort()
      .flatMap((name) => argumentLines(name, values[name] ?? null)),
    '',
    'what it comes to',
    ...Object.entries(intent).map(([name, value]) => `  ${name}: ${canonicalText(value)}`),
  ];
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  return {
    subject: {
      content: contentId(bytes),
      tool: request.tool,
      command: request.command,
      addresses: places.map(({ address }) => address),
      contract: snapshot.contract?.id ?? null,
      // A place was resolved, so there is a mode.
      mode: snapshot.mode ?? '',
      policy: snapshot.policy.hash,
      session: sessionId,
    },
    bytes,
  };
}

/** A text of several lines is shown as lines; the hash above identifies its exact extent. */
function argumentLines(name: string, value: CanonicalValue): readonly string[] {
  if (typeof value !== 'string' || !value.includes('\n')) return [`  ${name}: ${canonicalText(value)}`];
  return [`  ${name}:`, ...value.split('\n').map((line) => `    ${line}`)];
}

function standing({ disk: place }: RefPlace, { disk }: ToolCall['means']): string {
  const read = disk.readFile(place, { maxBytes: toolLimits.changedFileBytes });
  if (typeof read === 'string') return read;
  return read.isCut ? `a file of ${read.size} bytes` : contentId(read.bytes);
}
