/** A tool of our own that no policy governs: its arguments, its effects, and its answer. */

import type { OpenLedgerOptions } from '../../engine/index.ts';
import type { JsonSchema, ReplyCodeOf, ReplyValue, Shape } from '../../kernel/index.ts';

/** The workspace, and where its ledger is. */
export type ToolPlace = Omit<OpenLedgerOptions, 'create' | 'workspace'> & { readonly workspace: string };

/** What a tool works on, and how its progress is followed. */
export type ToolContext = {
  readonly at: ToolPlace;
  /** The root of the workspace. */
  readonly root: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
};

/** A tool's result: data for programs, and optionally a text that is easier to read. */
export type Found = {
  readonly code: ReplyCodeOf<'S'>;
  readonly data: { readonly [key: string]: ReplyValue };
  readonly text?: string;
};

/** One tool. */
export type ProductTool = {
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
  readonly annotations: ToolHints;
  /** Whether it takes much time and memory, so that such calls run one at a time. */
  readonly isHeavy?: boolean;
  run(given: Readonly<Record<string, unknown>>, context: ToolContext): Promise<Found>;
};

/** The hints to hosts about a tool's effects, as defined by the Model Context Protocol. */
export type ToolHints = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
};

/** A tool as listed to hosts. */
export type OfferedTool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: ToolHints;
};

/** Reads and changes nothing. */
export const LOOKS: ToolHints = Object.freeze({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
});

/** Adds to the ledger, and changes no file. */
export const RECORDS: ToolHints = Object.freeze({ ...LOOKS, readOnlyHint: false });

/** Converts a document to plain JSON; integers that JSON cannot represent become strings. */
export function plainData(document: unknown): ReplyValue {
  const plain = (_key: string, value: unknown) =>
    typeof value !== 'bigint' ? value : Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return JSON.parse(JSON.stringify(document, plain) ?? 'null') as ReplyValue;
}
