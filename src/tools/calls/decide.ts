/** Submits a call to the gate: once for each row that governs its places, with all paths of that row. */
import {
  type AuditedRequest,
  EXEC_ALLOWED,
  EXEC_CONDITIONS,
  EXEC_SIGNED,
  type ExecGrounds,
  enforce,
  PERSON_APPROVES,
  type PersonGrounds,
  type RefPlace,
  type RequestContext,
} from '../../guard/index.ts';
import type { Reply } from '../../kernel/index.ts';
import type { CallRecord } from './call-record.ts';
import type { CallContext } from './call-request.ts';

type Deciding = {
  readonly context: CallContext;
  /** Another command that must be granted at the first place. */
  readonly removal?: CommandName | undefined;
  /** Places at which a different command must be granted. */
  readonly elsewhere: ReadonlyMap<RefPlace, CommandName>;
  readonly exec: ExecGrounds | undefined;
  readonly person?: PersonGrounds | undefined;
  /** Whether files stay unchanged. */
  readonly isOnlyNoted: boolean;
  /** Returns the names of a place in other roots. */
  otherNames(place: RefPlace): NonNullable<RequestContext['alsoAt']>;
  readonly record: CallRecord;
};

/** A command as a policy names it. */
export type CommandName = Pick<AuditedRequest, 'tool' | 'command'>;

/** The reply of the gate, and whether only something is missing that a person can give. */
export type Decision = {
  readonly reply: Reply;
  /** Grounds to run a program are missing, and nothing that a person could not give. */
  readonly isForGrounds: boolean;
  /** A person's approval of this call is missing, and nothing else. */
  readonly isForPerson: boolean;
};

/** Returns the first denial, or the last grant of the call's own command. */
export function decide([first, ...others]: readonly [RefPlace, ...RefPlace[]], deciding: Deciding): Decision {
  const { context, removal, elsewhere, record } = deciding;
  const { request, snapshot } = context;
  const asked: AuditedRequest[] = [];
  const put = (places: readonly RefPlace[], name: CommandName = request): Reply => {
    const one = requestFor(places, name, deciding);
    asked.push(one);
    return enforce({ ...one, policy: snapshot.policy, traceId: request.traceId });
  };
  const own = others.filter((other) => isSameRow(other, first));
  const replies = [put([first, ...own])];
  for (const places of byRow(others.filter((other) => !isSameRow(other, first)))) {
    // If only a person's approval is missing, another row may still deny for a reason no person can remove.
    if (!replies.every(isOpenToPerson)) break;
    replies.push(put(places));
  }
  const granted = replies.at(-1) as Reply;
  if (removal !== undefined && replies.every(isOpenToPerson)) replies.push(put([first], removal));
  for (const places of byRow([...elsewhere.keys()], (place) => elsewhere.get(place)))
    if (replies.every(isOpenToPerson)) replies.push(put(places, elsewhere.get(places[0] as RefPlace)));
  const denials = replies.filter(({ type }) => type !== 'S');
  // The need for approval is only reported if nothing else is in the way.
  const reply = denials.find((one) => !lacksPerson(one)) ?? denials[0] ?? granted;
  record.decided(asked, reply);
  const isOpen = denials.length > 0 && denials.every(isOpenToPerson);
  return {
    reply,
    isForGrounds: isOpen && denials.some(lacksGrounds),
    isForPerson: isOpen && denials.every(lacksPerson),
  };
}

/** Returns whether a request was granted, or denied only for want of something a person can give. */
function isOpenToPerson(reply: Reply): boolean {
  return reply.type === 'S' || lacksGrounds(reply) || lacksPerson(reply);
}

function lacksPerson({ data }: Reply): boolean {
  const { failed_conditions: failed } = data as { readonly failed_conditions: readonly string[] };
  return failed.length > 0 && failed.every((name) => name === PERSON_APPROVES);
}

/**
 * Returns whether a denial is for want of grounds to run a program. Giving those includes the approval of the
 * call.
 */
function lacksGrounds({ data }: Reply): boolean {
  const { failed_conditions: failed } = data as { readonly failed_conditions: readonly string[] };
  const given = failed.includes(EXEC_ALLOWED) ? EXEC_CONDITIONS : [EXEC_SIGNED];
  return (
    failed.some((name) => given.includes(name)) &&
    failed.every((name) => name === PERSON_APPROVES || given.includes(name))
  );
}

/** Groups the places that one row decides for the same command. */
function byRow(
  places: readonly RefPlace[],
  nameOf: (place: RefPlace) => CommandName | undefined = () => undefined,
): Iterable<readonly RefPlace[]> {
  return Map.groupBy(places, (place) => {
    const { root, subdirectory, entry } = place;
    return JSON.stringify([root, subdirectory, entry, nameOf(place)]);
  }).values();
}

/** Keys are in canonical order, so that the audit need not sort them. */
function requestFor(
  places: readonly RefPlace[],
  { tool, command }: CommandName,
  { context, exec, person, isOnlyNoted, otherNames }: Deciding,
): AuditedRequest {
  const { snapshot, sessionId } = context;
  const { mode, contract, registry, masks, role } = snapshot;
  const alsoAt = places.flatMap(otherNames);
  const { root, subdirectory, entry } = places[0] as RefPlace;
  return {
    command,
    context: {
      ...(alsoAt.length > 0 && { alsoAt }),
      ...(isOnlyNoted && { changesFiles: false }),
      contract,
      ...(entry !== null && { entry }),
      ...(exec !== undefined && { exec }),
      masks,
      paths: places.map(({ path }) => path),
      ...(person !== undefined && { person }),
      registry,
      role,
      session: { id: sessionId },
    },
    // A place was resolved, so there is a mode.
    mode: mode ?? '',
    root,
    subdirectory,
    tool,
  };
}

function isSameRow(one: RefPlace, other: RefPlace): boolean {
  return one.root === other.root && one.subdirectory === other.subdirectory && one.entry === other.entry;
}
