/**
 * A command of a tool: the shape of its arguments, and what it does at a place that was resolved and granted. A command
 * only reads; one that changes something returns the act, which is carried out when it is on record.
 */
import type { ExecGrounds, RefPlace, Snapshot, World } from '../../guard/index.ts';
import type { CanonicalValue, Reply, ReplyBuilder, Shape } from '../../kernel/index.ts';
import type { Sight } from './create-sight.ts';
import type { Home } from './session-home.ts';
import type { Hands, ToolMeans } from './tool-means.ts';

/** How a call ended: `reply` is what an agent may see, the rest is for trusted code alone. */
export type ToolResult = {
  readonly reply: Reply;
  /** The result itself, uncut and with its host paths. */
  readonly value?: unknown;
  /** What was thrown, where the reply says that the tool failed. */
  readonly fault?: unknown;
};

/** Something that is about to be done: everything a caller could have got wrong was found before. */
export type PreparedAct = {
  /** Goes on record before it is done. */
  readonly intent: { readonly [name: string]: CanonicalValue };
  act(hands: Hands): ToolResult | Promise<ToolResult>;
};

/** The arguments of a call; they fit the command's shape. */
export type Given = { readonly [name: string]: unknown };

/** What a command is given; its places come from capabilities. */
export type ToolCall = {
  readonly place: RefPlace;
  /** Where the further addresses lead that the command named, in their order. */
  readonly others: readonly RefPlace[];
  readonly arguments: Given;
  readonly sight: Sight;
  /** What the call sees of the whole root, where something leads beyond its place, as a renamed file does. */
  readonly rootSight: Sight;
  readonly home: Home;
  readonly means: ToolMeans;
  readonly snapshot: Snapshot;
  readonly sessionId: string;
  readonly reply: ReplyBuilder;
};

/** A further address that a call reaches, resolved and enforced like the first. */
export type FurtherAddress = { readonly address: string; readonly requireExists?: boolean };

/** One command of a tool. */
export type ToolCommand = {
  readonly shape: Shape;
  /** Whether something has to exist at the place; taken as true. */
  readonly requireExists?: boolean;
  /** Whether a relative path is joined to the home of the session. */
  readonly isFromHome?: boolean;
  /** Whether the place is only where the further addresses lie; the gate is asked about those alone, if there are any. */
  readonly isOnlyBase?: boolean;
  /** What the act needs of the hands. */
  readonly needs?: keyof Hands;
  /** Names the further addresses of a call, from its arguments and the address it was resolved to. */
  further?(given: Given, address: string): readonly FurtherAddress[];
  /** Establishes on what grounds a program may run, before the gate is asked. */
  grounds?(call: Omit<ToolCall, 'reply'>): Promise<ExecGrounds>;
  run(call: ToolCall): ToolResult | PreparedAct | Promise<ToolResult | PreparedAct>;
};

/** The commands of a tool by name. */
export type ToolCommands = { readonly [command: string]: ToolCommand };

/** What a command about the session itself is given; it touches no place, and so no row of a policy speaks of it. */
export type SessionCall = Pick<ToolCall, 'arguments' | 'means' | 'snapshot' | 'sessionId' | 'reply'> & {
  readonly world: World;
  readonly request: { readonly traceId: string };
};

/** A command about the session itself. */
export type SessionCommand = {
  readonly shape: Shape;
  run(call: SessionCall): ToolResult | PreparedAct | Promise<ToolResult | PreparedAct>;
};
