/** Puts a call to the gate: once for each row that its places come under, with all the paths of that row. */
import {
  type AuditedRequest,
  EXEC_CONDITIONS,
  type ExecGrounds,
  enforce,
  type RefPlace,
} from '../../guard/index.ts';
import type { Reply } from '../../kernel/index.ts';
import type { CallRecord } from './call-record.ts';
import type { CallContext } from './call-request.ts';

type Deciding = {
  readonly context: CallContext;
  /** What the policy calls the command that has to be granted at the first place, too. */
  readonly removal?: CommandName | undefined;
  readonly exec: ExecGrounds | undefined;
  readonly record: CallRecord;
};

/** A command by the names that a policy has for it. */
export type CommandName = Pick<AuditedRequest, 'tool' | 'command'>;

/** How the gate answered, and whether only grounds to run a program are missing, which a person can give. */
export type Decision = { readonly reply: Reply; readonly isForGrounds: boolean };

/** Returns the first denial, or the last grant of the call's own command. */
export function decide(
  [first, ...others]: readonly [RefPlace, ...RefPlace[]],
  { context, removal, exec, record }: Deciding,
): Decision {
  const { request, snapshot } = context;
  const asked: AuditedRequest[] = [];
  const put = (places: readonly RefPlace[], name: CommandName = request): Reply => {
    const one = { ...requestFor(places, context, exec), tool: name.tool, command: name.command };
    asked.push(one);
    return enforce({ ...one, policy: snapshot.policy, traceId: request.traceId });
  };
  const own = others.filter((other) => isSameRow(other, first));
  const replies = [put([first, ...own])];
  for (const places of Map.groupBy(
    others.filter((other) => !isSameRow(other, first)),
    ({ root, subdirectory, entry }) => JSON.stringify([root, subdirectory, entry]),
  ).values()) {
    // Where grounds are missing, another row may deny for something that no person can give.
    if (replies.some((one) => one.type !== 'S' && !lacksGrounds(one))) break;
    replies.push(put(places));
  }
  const granted = replies.at(-1) as Reply;
  if (removal !== undefined && replies.every(({ type }) => type === 'S')) replies.push(put([first], removal));
  const denials = replies.filter(({ type }) => type !== 'S');
  const reply = denials[0] ?? granted;
  record.decided(asked, reply);
  return { reply, isForGrounds: denials.length > 0 && denials.every(lacksGrounds) };
}

/** Tells whether a denial is for want of grounds to run a program, and for nothing else. */
function lacksGrounds({ data }: Reply): boolean {
  const { failed_conditions: failed } = data as { readonly failed_conditions: readonly string[] };
  return failed.length > 0 && failed.every((name) => EXEC_CONDITIONS.includes(name));
}

function requestFor(
  places: readonly RefPlace[],
  { snapshot, sessionId }: CallContext,
  exec: ExecGrounds | undefined,
): Omit<AuditedRequest, keyof CommandName> {
  const { mode, contract, registry, masks, role } = snapshot;
  const { root, subdirectory, entry } = places[0] as RefPlace;
  return {
    // A place was resolved, so there is a mode.
    mode: mode ?? '',
    root,
    subdirectory,
    context: {
      contract,
      paths: places.map(({ path }) => path),
      registry,
      session: { id: sessionId },
      masks,
      role,
      ...(entry !== null && { entry }),
      ...(exec !== undefined && { exec }),
    },
  };
}

function isSameRow(one: RefPlace, other: RefPlace): boolean {
  return one.root === other.root && one.subdirectory === other.subdirectory && one.entry === other.entry;
}
