/** Puts a call to the gate: once for each row that its places come under, with all the paths of that row. */
import {
  type AuditedRequest,
  EXEC_ALLOWED,
  EXEC_CONDITIONS,
  EXEC_SIGNED,
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
  /** Places at which another command has to be granted. */
  readonly elsewhere: ReadonlyMap<RefPlace, CommandName>;
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
  { context, removal, elsewhere, exec, record }: Deciding,
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
  for (const places of byRow(others.filter((other) => !isSameRow(other, first)))) {
    // Where grounds are missing, another row may deny for something that no person can give.
    if (replies.some((one) => one.type !== 'S' && !lacksGrounds(one))) break;
    replies.push(put(places));
  }
  const granted = replies.at(-1) as Reply;
  if (removal !== undefined && replies.every(({ type }) => type === 'S')) replies.push(put([first], removal));
  for (const places of byRow([...elsewhere.keys()], (place) => elsewhere.get(place)))
    if (replies.every(({ type }) => type === 'S'))
      replies.push(put(places, elsewhere.get(places[0] as RefPlace)));
  const denials = replies.filter(({ type }) => type !== 'S');
  const reply = denials[0] ?? granted;
  record.decided(asked, reply);
  return { reply, isForGrounds: denials.length > 0 && denials.every(lacksGrounds) };
}

/** Tells whether a denial is for want of grounds to run a program, and for nothing else. */
function lacksGrounds({ data }: Reply): boolean {
  const { failed_conditions: failed } = data as { readonly failed_conditions: readonly string[] };
  const given = failed.includes(EXEC_ALLOWED) ? EXEC_CONDITIONS : [EXEC_SIGNED];
  return failed.length > 0 && failed.every((name) => given.includes(name));
}

/** Puts together the places that one row decides on, as the same command. */
function byRow(
  places: readonly RefPlace[],
  nameOf: (place: RefPlace) => CommandName | undefined = () => undefined,
): Iterable<readonly RefPlace[]> {
  return Map.groupBy(places, (place) => {
    const { root, subdirectory, entry } = place;
    return JSON.stringify([root, subdirectory, entry, nameOf(place)]);
  }).values();
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
