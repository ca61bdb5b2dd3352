/**
 * Commands of tools: the schema of the arguments, and what the command does at a resolved and granted place.
 * A command only reads. To change something it returns an act, which gets the port it needs once the call is
 * recorded.
 */
import type { Area, ExecGrounds, RefPlace, Snapshot, World } from '../../guard/index.ts';
import type { CanonicalValue, Reply, ReplyBuilder } from '../../kernel/index.ts';
import type { ArgumentSchema } from './argument-schema.ts';
import type { CallView } from './create-call-view.ts';
import type { Home } from './session-home.ts';
import type { ChangePort, Need, ToolServices } from './tool-services.ts';

/** The result of a call. Agents may only see `reply`; the rest is for trusted code. */
export type ToolResult = {
  readonly reply: Reply;
  /** The result itself, uncut and with host paths. */
  readonly value?: unknown;
  /** The error, if the reply says that the tool failed. */
  readonly fault?: unknown;
  /** The root that becomes the session's home. */
  readonly home?: string;
  /** The id of a question that a person has not answered yet. */
  readonly awaits?: string;
};

/** An act to be carried out. Every mistake of the caller was found before. */
export type PreparedAct<Needed extends Need, Done = ToolResult> = {
  /** Recorded before the act. */
  readonly intent: Intent;
  /** Whether the intent leaves something out, so that no person can be asked about it. */
  readonly isUnbound?: boolean;
  act(port: ChangePort<Needed>): Done | Promise<Done>;
};

/** A short description of an act. */
export type Intent = { readonly [name: string]: CanonicalValue };

/** The arguments of a call, validated by the command's schema. */
export type Given = { readonly [name: string]: unknown };

/** What a command gets; its places come from capabilities. */
export type ToolCall = {
  readonly place: RefPlace;
  /** The places of the command's further addresses, in order. */
  readonly others: readonly RefPlace[];
  readonly arguments: Given;
  /** Returns what the call sees below its place. */
  view(): CallView;
  /** Returns what the call sees at another of its places. */
  callViewOf(place: RefPlace): CallView;
  /** Returns the area of the command that was decided on for a place. */
  areaOf(place: RefPlace): Area | undefined;
  /** Aborts when the caller no longer waits. */
  readonly signal: AbortSignal;
  readonly home: Pick<Home, 'key'>;
  readonly means: ToolServices;
  readonly snapshot: Snapshot;
  readonly sessionId: string;
  readonly reply: ReplyBuilder;
};

/** A call before the gate's decision, when there is nothing to reply yet. */
export type UndecidedCall = Omit<ToolCall, 'reply'>;

/** A further address of a call, resolved and enforced like the first. */
export type FurtherAddress = {
  readonly address: string;
  readonly requireExists?: boolean;
  /** The command submitted to the gate there instead of the call's own. */
  readonly as?: string;
};

type CommandTerms = {
  readonly shape: ArgumentSchema;
  /** Whether something must exist at the place; defaults to true. */
  readonly requireExists?: boolean;
  /** Whether a relative path is joined to the home of the session. */
  readonly isFromHome?: boolean;
  /**
   * Whether the place only contains the further addresses. If there are any, the gate decides on those alone.
   */
  readonly isOnlyBase?: boolean;
  /** The command that must also be granted at the place if its content is moved elsewhere. */
  readonly removesBy?: string;
  /** All commands other than its own that a place of the call may be decided as. */
  readonly decidesAs?: readonly string[];
  /** Returns the further addresses of a call, from its arguments and resolved address. */
  further?(given: Given, address: string): readonly FurtherAddress[];
  /** Finds everything below the place that is changed with it; the gate decides on each item. */
  within?(call: UndecidedCall): Promise<readonly RefPlace[]>;
};

type Ended<Result> = Result | Promise<Result>;

/** A command that changes nothing and gets no port. */
type ReadingCommand = CommandTerms & {
  readonly needs?: undefined;
  run(call: ToolCall): Ended<ToolResult>;
};

/** A command whose act needs one of the ports for changes. */
type ChangingCommand<Needed extends Need> = CommandTerms & {
  readonly needs: Needed;
  run(call: ToolCall): Ended<ToolResult | PreparedAct<Needed>>;
};

/** A command that determines the act and its grounds before the gate decides. */
type WeighedCommand<Needed extends Need> = CommandTerms & {
  readonly needs: Needed;
  weigh(call: UndecidedCall): Promise<Weighed<Needed>>;
};

/** The determined act; `run` does exactly that. */
export type Weighed<Needed extends Need> = {
  readonly grounds?: ExecGrounds;
  run(call: ToolCall): Ended<ToolResult | PreparedAct<Needed>>;
  /**
   * Asks a person if the gate denied only for want of grounds. The resulting grounds are submitted to the
   * gate again.
   */
  readonly appeal?: PreparedAct<Needed, ExecGrounds>;
};

export type ToolCommand =
  | ReadingCommand
  | { readonly [Needed in Need]: ChangingCommand<Needed> }[Need]
  | WeighedCommand<'exec'>;

/** The effects of a command, as shown to hosts. They say nothing about grants. */
export type Annotations = {
  /** Whether it changes nothing. */
  readonly readOnly: boolean;
  /** Whether it may destroy something; defaults to true for commands that make changes. */
  readonly destructive?: boolean;
  /** Whether doing it twice equals doing it once; defaults to true for commands that change nothing. */
  readonly idempotent?: boolean;
  /** Whether it reaches beyond the roots of the session; defaults to true. */
  readonly openWorld?: boolean;
};

/** The annotations of commands that only read the roots. */
export const READS: Annotations = Object.freeze({ readOnly: true, openWorld: false });

/** The description of a command for hosts and models. */
export type Described = { readonly description: string; readonly annotations: Annotations };

/** A tool as data: a name and its commands. */
export type Tool<Command = ToolCommand> = {
  readonly name: string;
  readonly description: string;
  readonly commands: { readonly [command: string]: Command & Described };
};

/** What a command about the session itself gets. It has no place, so no row of a policy applies. */
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
