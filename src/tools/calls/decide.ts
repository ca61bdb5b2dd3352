/** Puts a call to the gate: once for each row that its places come under, with all the paths of that row. */
import { type AuditedRequest, type ExecGrounds, enforce, type RefPlace } from '../../guard/index.ts';
import type { Reply } from '../../kernel/index.ts';
import type { CallRecord } from './call-record.ts';
import type { CallContext } from './call-request.ts';

type Decision = {
  readonly context: CallContext;
  readonly exec: ExecGrounds | undefined;
  readonly record: CallRecord;
};

/** Returns the first denial, or the last grant. */
export function decide(
  [first, ...others]: readonly [RefPlace, ...RefPlace[]],
  { context, exec, record }: Decision,
): Reply {
  const { request, snapshot } = context;
  const put = (places: readonly RefPlace[]): Reply => {
    const asked = requestFor(places, context, exec);
    const reply = enforce({ ...asked, policy: snapshot.policy, traceId: request.traceId });
    record.decided(asked, reply);
    return reply;
  };
  const own = others.filter((other) => isSameRow(other, first));
  let reply = put([first, ...own]);
  for (const places of Map.groupBy(
    others.filter((other) => !isSameRow(other, first)),
    ({ root, subdirectory, entry }) => JSON.stringify([root, subdirectory, entry]),
  ).values()) {
    if (reply.type !== 'S') break;
    reply = put(places);
  }
  return reply;
}

function requestFor(
  places: readonly RefPlace[],
  { request, snapshot, sessionId }: CallContext,
  exec: ExecGrounds | undefined,
): AuditedRequest {
  const { mode, contract, registry, masks, role } = snapshot;
  const { root, subdirectory, entry } = places[0] as RefPlace;
  return {
    // A place was resolved, so there is a mode.
    mode: mode ?? '',
    tool: request.tool,
    command: request.command,
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
