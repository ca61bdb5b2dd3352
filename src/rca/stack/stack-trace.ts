/** A stack trace as plain data: what was thrown, where, and because of what. */

/** The languages whose traces are known; `unknown` where only places in files were found. */
export type StackLanguage =
  | 'java'
  | 'csharp'
  | 'javascript'
  | 'python'
  | 'go'
  | 'rust'
  | 'ruby'
  | 'php'
  | 'unknown';

/** Whose code a frame is: the project's, the test runner's, a library's, or nobody's because a program wrote it. */
export type FrameKind = 'own' | 'runner' | 'library' | 'generated';

/** A place in a trace. */
export interface FramePlace {
  /** The line of the trace, without blanks around it. */
  readonly raw: string;
  readonly function?: string;
  /** The class, package or module the function belongs to, where the trace names it. */
  readonly module?: string;
  /** The file as the trace names it, with `/` between its parts and without scheme or query. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** Set where the runner names only the place of an assertion, as Go's package testing does: nobody called on from it. */
  readonly isAssertion?: true;
}

/** A place in a trace, and whose code it is. */
export interface StackFrame extends FramePlace {
  readonly kind: FrameKind;
}

/** One exception of a trace with its frames, innermost first. */
export interface ThrownException<Frame = StackFrame> {
  readonly exception?: string;
  readonly message?: string;
  readonly frames: readonly Frame[];
}

/** How an exception stands to the one that was thrown: why it happened, what happened on the way, what was running. */
export type CauseRelation = 'cause' | 'suppressed' | 'context';

/** An exception behind the one that was thrown. */
export interface CauseException<Frame = StackFrame> extends ThrownException<Frame> {
  readonly relation: CauseRelation;
}

/** A parsed trace; causes nearest first, so the root cause is the last of them. */
export interface StackTrace extends ThrownException {
  readonly language: StackLanguage;
  readonly causes: readonly CauseException[];
}

/** A trace before its frames are told apart. */
export interface RawTrace extends ThrownException<FramePlace> {
  readonly causes: readonly CauseException<FramePlace>[];
}

/** Reads the traces of one language; lines are of bounded length. */
export interface TraceReader {
  readonly language: StackLanguage;
  read(lines: readonly string[]): RawTrace;
}

/** The bounds of traces, which are foreign text of any size; lengths in characters (UTF-16 units). */
export const stackLimits = {
  /** How many lines are read. */
  lines: 20_000,
  /** How much of a line is read; no trace has longer ones that mean something. */
  lineLength: 2_000,
  /** How many frames of one exception are kept, the innermost. */
  frames: 1_000,
  /** How many causes are kept. */
  causes: 50,
  /** How much of a message is kept. */
  messageLength: 4_000,
} as const;
