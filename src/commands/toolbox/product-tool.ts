/** A tool of ours that no policy speaks of: what it takes, what it does to what is there, and what it answers. */

import type { OpenLedgerOptions } from '../../engine/index.ts';
import type { JsonSchema, ReplyCodeOf, ReplyValue, Shape } from '../../kernel/index.ts';

/** The workspace, and where its ledger lies. */
export type ToolPlace = Omit<OpenLedgerOptions, 'create' | 'workspace'> & { readonly workspace: string };

/** What a tool works on, and who follows it. */
export type ToolContext = {
  readonly at: ToolPlace;
  /** The root of the workspace. */
  readonly root: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
};

/** What a tool found: data for programs, and a text where people read it more easily. */
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
  /** Whether it takes long and much memory, so that one is done after the other. */
  readonly isHeavy?: boolean;
  run(given: Readonly<Record<string, unknown>>, context: ToolContext): Promise<Found>;
};

/** What hosts are told of what a tool does, in the words of the Model Context Protocol. */
export type ToolHints = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
};

/** A tool as hosts are told of it. */
export type OfferedTool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: ToolHints;
};

/** Looks and leaves everything as it is. */
export const LOOKS: ToolHints = Object.freeze({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
});

/** Adds to the ledger, and changes no file. */
export const RECORDS: ToolHints = Object.freeze({ ...LOOKS, readOnlyHint: false });

/** Makes a document plain JSON; whole numbers that JSON cannot hold become texts. */
export function plainData(document: unknown): ReplyValue {
  const plain = (_key: string, value: unknown) =>
    typeof value !== 'bigint' ? value : Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return JSON.parse(JSON.stringify(document, plain) ?? 'null') as ReplyValue;
}
