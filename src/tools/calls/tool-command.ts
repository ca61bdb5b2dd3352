/**
 * A command of a tool: the shape of its arguments, and what it does at a place that was resolved and granted. A command
 * only reads; one that changes something returns the act, which is handed the one thing it needs when it is on record.
 */
import type { Area, ExecGrounds, RefPlace, Snapshot, World } from '../../guard/index.ts';
import type { CanonicalValue, Reply, ReplyBuilder } from '../../kernel/index.ts';
import type { ArgumentSchema } from './argument-schema.ts';
import type { CallView } from './create-call-view.ts';
import type { Home } from './session-home.ts';
import type { ChangePort, Need, ToolServices } from './tool-services.ts';

/** How a call ended: `reply` is what an agent may see, the rest is for trusted code alone. */
export type ToolResult = {
  readonly reply: Reply;
  /** The result itself, uncut and with its host paths. */
  readonly value?: unknown;
  /** What was thrown, where the reply says that the tool failed. */
  readonly fault?: unknown;
  /** The root that is the session's home from now on. */
  readonly home?: string;
  /** The question that a person was asked and has not answered. */
  readonly awaits?: string;
};

/** Something that is about to be done: everything a caller could have got wrong was found before. */
export type PreparedAct<Needed extends Need, Done = ToolResult> = {
  /** Goes on record before it is done. */
  readonly intent: Intent;
  /** Whether the intent does not tell all of it, so that no person can be asked about it. */
  readonly isUnbound?: boolean;
  act(port: ChangePort<Needed>): Done | Promise<Done>;
};

/** What is about to be done, in a few words. */
export type Intent = { readonly [name: string]: CanonicalValue };

/** The arguments of a call; they fit the command's shape. */
export type Given = { readonly [name: string]: unknown };

/** What a command is given; its places come from capabilities. */
export type ToolCall = {
  readonly place: RefPlace;
  /** Where the further addresses lead that the command named, in their order. */
  readonly others: readonly RefPlace[];
  readonly arguments: Given;
  /** Returns what the call sees below its place. */
  view(): CallView;
  /** Returns what the call sees at another of its places. */
  callViewOf(place: RefPlace): CallView;
  /** Returns the area of what was put to the gate for a place. */
  areaOf(place: RefPlace): Area | undefined;
  /** Aborts when whoever called no longer waits. */
  readonly signal: AbortSignal;
  readonly home: Pick<Home, 'key'>;
  readonly means: ToolServices;
  readonly snapshot: Snapshot;
  readonly sessionId: string;
  readonly reply: ReplyBuilder;
};

/** A call before the gate is asked: there is nothing to answer yet. */
export type UndecidedCall = Omit<ToolCall, 'reply'>;

/** A further address that a call reaches, resolved and enforced like the first. */
export type FurtherAddress = {
  readonly address: string;
  readonly requireExists?: boolean;
  /** The command that is put to the gate there in place of the call's own. */
  readonly as?: string;
};

type CommandTerms = {
  readonly shape: ArgumentSchema;
  /** Whether something has to exist at the place; taken as true. */
  readonly requireExists?: boolean;
  /** Whether a relative path is joined to the home of the session. */
  readonly isFromHome?: boolean;
  /** Whether the place is only where the further addresses lie; the gate is asked about those alone, if there are any. */
  readonly isOnlyBase?: boolean;
  /** The command that has to be granted at the place, too, where what lies there is moved out of it. */
  readonly removesBy?: string;
  /** Every command that some place of a call is decided as, beside its own. */
  readonly decidesAs?: readonly string[];
  /** Names the further addresses of a call, from its arguments and the address it was resolved to. */
  further?(given: Given, address: string): readonly FurtherAddress[];
  /** Finds what lies below the place and is changed with it; the gate is asked about each of them. */
  within?(call: UndecidedCall): Promise<readonly RefPlace[]>;
};

type Ended<Result> = Result | Promise<Result>;

/** A command that changes nothing, and so is never handed anything. */
type ReadingCommand = CommandTerms & {
  readonly needs?: undefined;
  run(call: ToolCall): Ended<ToolResult>;
};

/** A command whose act needs one of the ports for changes. */
type ChangingCommand<Needed extends Need> = CommandTerms & {
  readonly needs: Needed;
  run(call: ToolCall): Ended<ToolResult | PreparedAct<Needed>>;
};

/** A command that finds out before the gate is asked what would be done, and on what grounds. */
type WeighedCommand<Needed extends Need> = CommandTerms & {
  readonly needs: Needed;
  weigh(call: UndecidedCall): Promise<Weighed<Needed>>;
};

/** What would be done; `run` does exactly that. */
export type Weighed<Needed extends Need> = {
  readonly grounds?: ExecGrounds;
  run(call: ToolCall): Ended<ToolResult | PreparedAct<Needed>>;
  /** Asks a person, where the gate denied for want of grounds alone; what comes of it is put to the gate again. */
  readonly appeal?: PreparedAct<Needed, ExecGrounds>;
};

/** One command of a tool. */
export type ToolCommand =
  | ReadingCommand
  | { readonly [Needed in Need]: ChangingCommand<Needed> }[Need]
  | WeighedCommand<'exec'>;

/** What a command does to what is there, as hosts are told; it says nothing of what is granted. */
export type Annotations = {
  /** Whether nothing is changed by it. */
  readonly readOnly: boolean;
  /** Whether something that was there can be gone afterwards; taken as true of what changes something. */
  readonly destructive?: boolean;
  /** Whether doing it twice is doing it once; taken as true of what changes nothing. */
  readonly idempotent?: boolean;
  /** Whether it reaches beyond the roots of the session; taken as true. */
  readonly openWorld?: boolean;
};

/** Most commands look at the roots and leave them as they are. */
export const READS: Annotations = Object.freeze({ readOnly: true, openWorld: false });

/** What hosts, and the models that work there, are told of a command. */
export type Described = { readonly description: string; readonly annotations: Annotations };

/** A tool is data: a name, and what its commands take and do. */
export type Tool<Command = ToolCommand> = {
  readonly name: string;
  readonly description: string;
  readonly commands: { readonly [command: string]: Command & Described };
};

/** What a command about the session itself is given; it touches no place, and so no row of a policy speaks of it. */
export type SessionCall = Pick<ToolCall, 'arguments' | 'means' | 'snapshot' | 'sessionId' | 'reply'> & {
  readonly world: World;
  readonly request: { readonly traceId: string };
};

/** A command about the session itself. */
export type SessionCommand = {
  readonly shape: ArgumentSchema;
  readonly needs: 'contracts';
  run(call: SessionCall): Ended<ToolResult | PreparedAct<'contracts'>>;
};
