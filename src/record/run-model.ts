/** The state of a run, as used by the command line, reports and the web page. */
import type { FrameId, Id } from '../kernel/index.ts';
import type { RunEventPayloads } from './run-event.ts';

/** One visit to a node. */
export type RunStep = {
  readonly step: number;
  readonly node: string;
  /** The enclosing nodes, outermost first, if it is a node of a nested definition. */
  readonly within: readonly string[];
  readonly agent: { readonly name: string; readonly reason: string } | null;
  readonly masks: readonly string[];
  readonly sources: readonly { readonly source: string; readonly by: string }[];
  readonly packs: readonly { readonly pack: Id<'pack'>; readonly consumer: string }[];
  readonly asks: readonly { readonly model: string; readonly request: string }[];
  readonly replyChecks: readonly { readonly ok: boolean; readonly reasons: readonly string[] }[];
  readonly tools: readonly { readonly tool: string; readonly command: string; readonly code: string }[];
  readonly decisions: readonly { readonly decision: string; readonly reason: string }[];
  readonly artifact: { readonly frame: FrameId; readonly type: string } | null;
  readonly edge: { readonly edge: string; readonly to: string } | null;
  readonly failure: string | null;
  /** What followed for the enclosing nodes, innermost first, if the step ended a nested walk. */
  readonly outer: readonly OuterNode[];
};

/** A node whose nested walk ended in a step: its artifact and the outgoing edge taken. */
export type OuterNode = Pick<RunStep, 'node' | 'within' | 'artifact' | 'edge' | 'failure'>;

/** One case of a run and its way through the pipelines. */
export type RunCase = {
  readonly id: string;
  readonly frame: FrameId;
  readonly status: string;
  readonly terminal: string | null;
  /** Why its walk was exhausted, failed or was cancelled. */
  readonly reason: string | null;
  /** Why the case waits for a person, if it does. */
  readonly paused: string | null;
  readonly overrides: readonly { readonly by: string; readonly frame: FrameId }[];
  readonly steps: readonly RunStep[];
};

/** The state of a run. */
export type RunModel = {
  readonly run: string | null;
  readonly status: string;
  readonly cases: readonly RunCase[];
  readonly memoryChanges: readonly RunEventPayloads['memory-changed'][];
  /** The number of log entries covered; folding continues with the next one. */
  readonly entries: number;
  /** The number of entries skipped because a newer program wrote them. */
  readonly unread: number;
};

/** A run without events. */
export const emptyRun: RunModel = Object.freeze({
  run: null,
  status: 'new',
  cases: [],
  memoryChanges: [],
  entries: 0,
  unread: 0,
});

/**
 * Returns the status of a run; if any case waits for a person, the run is paused, whether or not a process is
 * active.
 */
export function runStatus({ status, cases }: RunModel): string {
  const isOpen = status === 'running';
  return isOpen && cases.some(({ paused }) => paused !== null) ? 'paused' : status;
}

/** A brief description of a run; `causes` is null until it has ended. */
export type RunSummary = {
  readonly run: string;
  readonly status: string;
  readonly startedMs: number;
  readonly cases: number;
  readonly causes: number | null;
  /** The run it was forked from. */
  readonly forkOf?: string;
};
