/** The port to the server that a proxy stands before; nothing that comes from there is trusted. */

/** A tool as a server describes it. */
export type UpstreamTool = { readonly name: string; readonly [field: string]: unknown };

/** What a tool answered, as the server says it. */
export type UpstreamResult = { readonly content: readonly unknown[]; readonly isError: boolean };

/** A server that was started. */
export type Upstream = {
  /** Lists the tools, up to a bound. */
  list(): Promise<readonly UpstreamTool[]>;
  call(name: string, given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<UpstreamResult>;
  close(): Promise<void>;
};
