/** Puts a call to the gate: once for each row that its places come under, with all the paths of that row. */
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
  /** What the policy calls the command that has to be granted at the first place, too. */
  readonly removal?: CommandName | undefined;
  /** Places at which another command has to be granted. */
  readonly elsewhere: ReadonlyMap<RefPlace, CommandName>;
  readonly exec: ExecGrounds | undefined;
  readonly person?: PersonGrounds | undefined;
  /** Whether files stay as they are. */
  readonly isOnlyNoted: boolean;
  /** Returns what a place is called in other roots. */
  otherNames(place: RefPlace): NonNullable<RequestContext['alsoAt']>;
  readonly record: CallRecord;
};

/** A command by the names that a policy has for it. */
export type CommandName = Pick<AuditedRequest, 'tool' | 'command'>;

/** How the gate answered, and whether only something is missing that a person can give. */
export type Decision = {
  readonly reply: Reply;
  /** Grounds to run a program are missing, and nothing that nobody can give. */
  readonly isForGrounds: boolean;
  /** A person's word on this call is missing, and nothing else. */
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
    // Where a person's word is missing, another row may deny for something that no person can give.
    if (!replies.every(isOpenToPerson)) break;
    replies.push(put(places));
  }
  const granted = replies.at(-1) as Reply;
  if (removal !== undefined && replies.every(isOpenToPerson)) replies.push(put([first], removal));
  for (const places of byRow([...elsewhere.keys()], (place) => elsewhere.get(place)))
    if (replies.every(isOpenToPerson)) replies.push(put(places, elsewhere.get(places[0] as RefPlace)));
  const denials = replies.filter(({ type }) => type !== 'S');
  // That a person is needed is told where nothing else is in the way.
  const reply = denials.find((one) => !lacksPerson(one)) ?? denials[0] ?? granted;
  record.decided(asked, reply);
  const isOpen = denials.length > 0 && denials.every(isOpenToPerson);
  return {
    reply,
    isForGrounds: isOpen && denials.some(lacksGrounds),
    isForPerson: isOpen && denials.every(lacksPerson),
  };
}

/** Tells whether something was granted, or denied for want of what a person can give. */
function isOpenToPerson(reply: Reply): boolean {
  return reply.type === 'S' || lacksGrounds(reply) || lacksPerson(reply);
}

function lacksPerson({ data }: Reply): boolean {
  const { failed_conditions: failed } = data as { readonly failed_conditions: readonly string[] };
  return failed.length > 0 && failed.every((name) => name === PERSON_APPROVES);
}

/** Tells whether a denial is for want of grounds to run a program; who gives these has been asked for their word. */
function lacksGrounds({ data }: Reply): boolean {
  const { failed_conditions: failed } = data as { readonly failed_conditions: readonly string[] };
  const given = failed.includes(EXEC_ALLOWED) ? EXEC_CONDITIONS : [EXEC_SIGNED];
  return (
    failed.some((name) => given.includes(name)) &&
    failed.every((name) => name === PERSON_APPROVES || given.includes(name))
  );
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

/** In the order of canonical keys, so that the audit need not sort what it writes. */
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
