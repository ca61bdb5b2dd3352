/**
 * A call as a person reads it before they approve it, and what their word is then bound to: the command, every address
 * with what stands there now, the arguments to the byte, and what they come to. Two calls that differ in any of it have
 * different texts, for the digests of all that can be long are written out.
 */
import type { CallSubject, RefPlace } from '../../guard/index.ts';
import { type CanonicalValue, canonicalHash, canonicalText, contentId } from '../../kernel/index.ts';
import type { CallContext } from './call-request.ts';
import type { Intent, ToolCall } from './tool-command.ts';
import { toolLimits } from './tool-limits.ts';

/** What a person is asked, and the bytes they read. */
export type StatedCall = { readonly subject: CallSubject; readonly bytes: Uint8Array };

/** States a call that could be carried out as its intent says. */
export function stateCall(
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
