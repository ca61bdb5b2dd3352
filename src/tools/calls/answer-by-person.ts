/**
 * Answers a call that only lacks a person's word. What would be done is prepared first, so that the question is about
 * exactly that; a word that was given is spent after the call is on record and before anything is done.
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

/** A call that was denied for want of a person's word alone. */
export type PersonsCall = {
  readonly toolCall: ToolCall;
  readonly context: CallContext;
  readonly decision: Decision;
  readonly approvals: ApprovalReader;
  readonly spend: ApprovalChanges['spend'];
  /** Prepares what would be done; nothing where it cannot be done as it is asked. */
  prepare(): Promise<PreparedAct<Need> | ToolResult>;
  /** Puts the call to the gate again. */
  put(person: PersonGrounds): Decision;
  carryOut(prepared: PreparedAct<Need>): Promise<ToolResult>;
  /** Asks on record; what comes of it is put to the gate again. */
  ask(question: PreparedAct<'approvals', PersonGrounds>): Promise<PersonGrounds | ToolResult>;
};

/** Carries the call out where a person approved it, and asks for it where nobody was asked yet. */
export async function answerByPerson(call: PersonsCall): Promise<ToolResult> {
  const { toolCall, context, decision, approvals, put } = call;
  const prepared = await call.prepare();
  // A person is asked only about what could be done, and is told all of it.
  if (!('act' in prepared) || prepared.isUnbound === true) return { reply: decision.reply };
  const stated = stateCall(toolCall, context, prepared.intent);
  const kept = await approvals.find(stated.subject);
  if (kept?.state === 'granted') {
    const [id, approvedBy] = [kept.request.id, kept.signature?.keyId ?? null];
    const granted = put({ isSigned: true, approvalId: id });
    if (granted.reply.type !== 'S') return { reply: granted.reply };
    return call.carryOut({
      intent: { ...prepared.intent, approval_id: id, approved_by: approvedBy },
      // INVARIANT (spent before it is done): of all who saw it granted, one carries it out.
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
    // A digest without its kind: what a record names is not thereby kept.
    intent: { asked: 'approval', call: digestOf(subject.content) },
    act: (approvals) => askForApproval(approvals, subject, bytes),
  };
}

/** Asks; where too many questions are open, there is nobody's word until some are answered. */
export async function askForApproval(
  approvals: Pick<ApprovalChanges, 'ask'>,
  ...question: Parameters<ApprovalChanges['ask']>
): Promise<{ readonly approvalId?: string }> {
  try {
    const { request } = await approvals.ask(...question);
    // Granted in this very moment, too, it is for the next call.
    return { approvalId: request.id };
  } catch (error) {
    if (error instanceof PenumbraError && error.code === 'limit-exceeded') return {};
    throw error;
  }
}

/** What a person is asked, and the bytes they read. */
type StatedCall = { readonly subject: CallSubject; readonly bytes: Uint8Array };

/** States a call that could be carried out as its intent says. */
function stateCall(
  { place, others, arguments: given, means }: ToolCall,
  { request, snapshot, sessionId }: CallContext,
  intent: Intent,
): StatedCall {
  const places = [place, ...others];
  // What was left out and what is not there are the same to a command.
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

/** A text of several lines is shown as lines; its hash above says where it begins and ends. */
function argumentLines(name: string, value: CanonicalValue): readonly string[] {
  if (typeof value !== 'string' || !value.includes('\n')) return [`  ${name}: ${canonicalText(value)}`];
  return [`  ${name}:`, ...value.split('\n').map((line) => `    ${line}`)];
}

function standing({ disk: place }: RefPlace, { disk }: ToolCall['means']): string {
  const read = disk.readFile(place, { maxBytes: toolLimits.changedFileBytes });
  if (typeof read === 'string') return read;
  return read.isCut ? `a file of ${read.size} bytes` : contentId(read.bytes);
}
