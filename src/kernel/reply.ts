/**
 * The one outcome type for all an agent or caller can meet: S done, I the caller must fix its input, D refused by
 * policy, E the system failed. Field names keep the wire's spelling.
 */

/** How an outcome ended. */
export type ReplyType = 'S' | 'I' | 'D' | 'E';

/** The part of the system an outcome speaks for. */
export type ReplyLayer = 'WA' | 'EN' | 'CT' | 'MCP' | 'ST' | 'CX' | 'OR' | 'LN' | 'PL' | 'RC';

/** A value that can travel in a reply. */
export type ReplyValue =
  | null
  | boolean
  | number
  | string
  | readonly ReplyValue[]
  | { readonly [key: string]: ReplyValue };

/** Which call an outcome belongs to. */
export type ReplyTrace = { readonly trace_id: string; readonly session_id: string };

/** An outcome: deeply frozen, free of host paths. */
export type Reply = {
  readonly type: ReplyType;
  readonly code: string;
  readonly message: string;
  readonly data: { readonly [key: string]: ReplyValue };
  readonly trace: ReplyTrace;
  readonly meta: {
    readonly layer: ReplyLayer;
    readonly tool?: string;
    readonly policy?: string;
    readonly contract_id?: string;
  };
};
