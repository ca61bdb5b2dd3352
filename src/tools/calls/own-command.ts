/**
 * Compiles a command of a host's own tool. It is resolved, decided and recorded like any other. Its function
 * gets only what was decided: the arguments, and a handle to each place that works for the duration of the
 * call.
 */
import type { RefPlace } from '../../guard/index.ts';
import { assertInvariant, type ReplyValue, sha256 } from '../../kernel/index.ts';
import type { ChangeFault, DiskChanges, DiskEntry, DiskFault, Expected, FileRead } from '../ports/disk.ts';
import { isOfGit } from '../ports/git.ts';
import type { ArgumentSchema } from './argument-schema.ts';
import { orAborted } from './or-aborted.ts';
import { measureJson } from './read-arguments.ts';
import type {
  Annotations,
  Described,
  FurtherAddress,
  Given,
  ToolCall,
  ToolCommand,
  ToolResult,
} from './tool-command.ts';
import { toolLimits } from './tool-limits.ts';

/** How an argument that is an address, or a list of them, is resolved and decided. */
export type PlaceTerms = {
  /** Whether something must exist there; defaults to true. */
  readonly requireExists?: boolean;
  /**
   * The command that must be granted there instead of this one, such as `file read` for a place that is only
   * read.
   */
  readonly as?: string;
};

/** A command of a host's own tool. */
export type CommandDefinition<Arguments = unknown> = {
  readonly description: string;
  /** The arguments apart from the address; none by default. */
  readonly arguments?: ArgumentSchema<Arguments>;
  /** Which arguments are places, by name, in addition to the address of the call. */
  readonly places?: { readonly [argument: string]: PlaceTerms };
  /** Whether something must exist at the address; defaults to true. */
  readonly requireExists?: boolean;
  /** The effects of the command. Unless it only reads, it is recorded before the function runs. */
  readonly annotations: Annotations;
  /** Runs the command and returns plain data for the reply. */
  readonly run: (call: CommandCall<Arguments>) => unknown;
};

/** What the function of such a command gets. */
export type CommandCall<Arguments = unknown> = {
  readonly place: PlaceHandle;
  /** The places named by arguments, by argument. */
  readonly places: { readonly [argument: string]: readonly PlaceHandle[] };
  readonly arguments: Arguments;
  /** Aborts when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Creates a refusal with a reason, to be returned by the function. */
  refuse(reason: string): Refusal;
};

/** A place that was resolved and granted. */
export type PlaceHandle = {
  readonly address: string;
  /** Reads the file there: the whole file, or its first bytes if `maxBytes` is given. */
  read(bounds?: { readonly maxBytes?: number }): FileRead | DiskFault | 'too-large';
  /** Lists the visible entries of the directory there. */
  list(): readonly DiskEntry[] | DiskFault;
  /** Replaces the whole file; null on success. Requires that writing was granted. */
  write(bytes: Uint8Array, expected?: Expected): ChangeFault | 'of-git' | 'too-large' | null;
};

class Refusal {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

type Compiled = Required<Pick<CommandDefinition, 'places' | 'annotations' | 'run'>>;

/** Compiles a host's declaration to a command of the table. */
export function ownCommand(
  shape: ArgumentSchema,
  definition: Compiled & Pick<CommandDefinition, 'description' | 'requireExists'>,
): ToolCommand & Described {
  const { description, annotations, places, requireExists = true } = definition;
  const terms = {
    description,
    annotations,
    shape,
    requireExists,
    decidesAs: Object.values(places).flatMap(({ as }) => (as === undefined ? [] : [as])),
    further: (given: Given) =>
      Object.entries(places).flatMap(([argument, named]) => addressesOf(given, argument, named)),
  };
  if (annotations.readOnly) return { ...terms, run: (call) => answerOwn(definition, call, null) };
  return {
    ...terms,
    needs: 'disk',
    run: (call) => ({
      intent: { arguments: sha256(JSON.stringify(call.arguments)) },
      act: (disk) => answerOwn(definition, call, disk),
    }),
  };
}

function addressesOf(given: Given, argument: string, { requireExists = true, as }: PlaceTerms) {
  const value = given[argument] ?? [];
  const addresses: readonly unknown[] = Array.isArray(value) ? value : [value];
  assertInvariant(addresses.length <= toolLimits.namedPaths, `\`${argument}\` names too many places`);
  return addresses.map((address): FurtherAddress => {
    assertInvariant(typeof address === 'string', `\`${argument}\` is an address or a list of them`);
    return { address, requireExists, ...(as !== undefined && { as }) };
  });
}

async function answerOwn(
  { places, run }: Compiled,
  call: ToolCall,
  disk: DiskChanges | null,
): Promise<ToolResult> {
  const life = { isOver: false };
  const handleOf = (place: RefPlace) => openHandle(place, { call, disk, life });
  try {
    const given = Object.freeze({
      place: handleOf(call.place),
      places: handlesOf(places, call, handleOf),
      arguments: call.arguments,
      signal: call.signal,
      refuse: (reason: string) => new Refusal(reason),
    });
    return tell(await orAborted(call.signal, async () => run(given)), call);
  } finally {
    // INVARIANT (one call, one record): a handle stops working after its call.
    life.isOver = true;
  }
}

function handlesOf(
  places: Compiled['places'],
  { arguments: given, others }: ToolCall,
  handleOf: (place: RefPlace) => PlaceHandle,
): CommandCall['places'] {
  let next = 0;
  const entries = Object.entries(places).map(([argument, terms]) => {
    const from = next;
    next += addressesOf(given, argument, terms).length;
    return [argument, Object.freeze(others.slice(from, next).map(handleOf))] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}

type Opening = {
  readonly call: ToolCall;
  readonly disk: DiskChanges | null;
  readonly life: { readonly isOver: boolean };
};

function openHandle(place: RefPlace, { call, disk, life }: Opening): PlaceHandle {
  const { means } = call;
  const requireLife = () => assertInvariant(!life.isOver, 'a handle serves as long as its call');
  return Object.freeze({
    address: place.address,
    read: ({ maxBytes }: { readonly maxBytes?: number } = {}) => {
      requireLife();
      const bound = Math.min(maxBytes ?? toolLimits.changedFileBytes, toolLimits.rangedFileBytes);
      const read = means.disk.readFile(place.disk, { maxBytes: bound });
      // A tool that writes back what it read would truncate the file.
      return maxBytes === undefined && typeof read !== 'string' && read.isCut ? 'too-large' : read;
    },
    list: () => {
      requireLife();
      const listed = means.disk.listDirectory(place.disk);
      if (typeof listed === 'string') return listed;
      const view = call.callViewOf(place);
      return listed.filter(({ name }) => view.look(name) === 'seen');
    },
    write: (bytes: Uint8Array, expected: Expected = 'anything') => {
      requireLife();
      assertInvariant(disk, 'a command that only reads writes nothing');
      // INVARIANT (what was granted is what is done): rows for reading have no conditions, and so no
      // contract.
      assertInvariant(call.areaOf(place) === 'WRITE', 'what was granted at this place is not writing');
      assertInvariant(bytes instanceof Uint8Array, 'what is written is a `Uint8Array`');
      if (isOfGit(place.path)) return 'of-git';
      if (bytes.length > toolLimits.changedFileBytes) return 'too-large';
      return disk.writeFile(place.disk, Uint8Array.from(bytes), expected);
    },
  });
}

/** A tool's result is content: it is copied, limited, and stripped of the real paths of roots. */
function tell(returned: unknown, { place, reply }: ToolCall): ToolResult {
  const resolved = place.address;
  if (returned instanceof Refusal) {
    const reason = String(returned.reason).slice(0, toolLimits.messageLength).toWellFormed();
    return { reply: reply.invalid('MCP-OWN-I-001', { data: { resolved, reason } }) };
  }
  const result = structuredClone(returned ?? null) as ReplyValue;
  const length = measureJson(result, toolLimits.replyBytes);
  assertInvariant(length !== null, 'a tool returned something that is no JSON');
  assertInvariant(
    length <= toolLimits.replyBytes,
    `a tool returned more than ${toolLimits.replyBytes} characters`,
  );
  return { reply: reply.success('MCP-OWN-S-001', { data: { resolved, result } }), value: result };
}
