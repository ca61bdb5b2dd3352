/** A command of a tool: the shape of its arguments, and what it does at a place that was resolved and granted. */
import type { RefPlace } from '../../guard/index.ts';
import type { Reply, ReplyBuilder, Shape } from '../../kernel/index.ts';
import type { Sight } from './create-sight.ts';
import type { ToolMeans } from './tool-means.ts';

/** How a call ended: `reply` is what an agent may see, the rest is for trusted code alone. */
export type ToolResult = {
  readonly reply: Reply;
  /** The result itself, uncut and with its host paths. */
  readonly value?: unknown;
  /** What was thrown, where the reply says that the tool failed. */
  readonly fault?: unknown;
};

/** What a command is given; its place comes from the capability. */
export type ToolCall = {
  readonly place: RefPlace;
  /** Fits the command's shape. */
  readonly arguments: { readonly [name: string]: unknown };
  readonly sight: Sight;
  readonly means: ToolMeans;
  readonly reply: ReplyBuilder;
};

/** One command of a tool. */
export type ToolCommand = {
  readonly shape: Shape;
  run(call: ToolCall): ToolResult | Promise<ToolResult>;
};

/** The commands of a tool by name. */
export type ToolCommands = { readonly [command: string]: ToolCommand };
