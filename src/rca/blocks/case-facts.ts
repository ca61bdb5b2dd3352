/** The facts of a case as shown to an agent, each within a limit; a cut text is marked as such. */

import { type CaseFailure, type CaseRecord, factLimits } from '../case/case-record.ts';
import { traceOf } from '../case/fingerprint.ts';
import { framesOutwards } from '../stack/origin-frames.ts';
import { rootException } from '../stack/parse-stack.ts';
import type { StackFrame, StackTrace } from '../stack/stack-trace.ts';
import type { CaseBlocks, FailureBlock, TraceBlock } from './case-blocks.ts';

/** A fact of a case: the kind of its block, and the payload. */
export type CaseFact = {
  [Kind in 'failure' | 'trace' | 'output' | 'environment']: {
    readonly kind: Kind;
    readonly payload: CaseBlocks[Kind];
  };
}['failure' | 'trace' | 'output' | 'environment'];

/** Returns the facts of a case; facts its report does not have are omitted. */
export function caseFacts(record: CaseRecord): readonly CaseFact[] {
  const [first] = record.failures;
  if (first === undefined) return [];
  const trace = traceBlock(first);
  const { out, err } = first.output;
  const properties = first.environment.slice(0, factLimits.properties).map(({ name, value }) => ({
    name: clipMiddle(name, factLimits.property),
    value: clipMiddle(value, factLimits.property),
  }));
  return [
    { kind: 'failure', payload: failureBlock(record, first) },
    ...(trace.text === '' && trace.frames.length === 0 ? [] : [{ kind: 'trace', payload: trace } as const]),
    ...(out.text === '' && err.text === ''
      ? []
      : [
          {
            kind: 'output',
            payload: {
              out: clipStart(out.text, factLimits.output),
              err: clipStart(err.text, factLimits.output),
            },
          } as const,
        ]),
    ...(properties.length === 0 ? [] : [{ kind: 'environment', payload: { properties } } as const]),
  ];
}

function failureBlock(record: CaseRecord, first: CaseFailure): FailureBlock {
  const { exception, template, places, hash } = record.fingerprint;
  return {
    case_id: record.id,
    count: record.count,
    tests: record.failures.slice(0, factLimits.tests).map(({ suite, name, className, file }) => ({
      suite: shortened(suite),
      name: shortened(name),
      ...(className !== undefined && { class_name: shortened(className) }),
      ...(file !== undefined && { file: shortened(file) }),
    })),
    kind: first.kind,
    type: shortened(first.type ?? exception),
    message: clipMiddle(first.message.text, factLimits.message),
    template,
    // Not cut, because they are compared with those of earlier failures.
    places,
    fingerprint: hash,
    retries: first.retries,
    is_flaky: record.isFlaky,
    ...(record.past !== undefined && { past: record.past }),
  };
}

function traceBlock(failure: CaseFailure): TraceBlock {
  const trace = traceOf(failure);
  return {
    exception: shortened(rootException(trace).exception ?? ''),
    frames: tellingFrames(trace).map(({ kind, function: name, module, file, line }) => ({
      kind,
      ...(name !== undefined && { function: shortened(name) }),
      ...(module !== undefined && { module: shortened(module) }),
      ...(file !== undefined && { file: shortened(file) }),
      ...(line !== undefined && Number.isSafeInteger(line) && line > 0 && { line }),
    })),
    text: clipMiddle(failure.stack.text, factLimits.trace),
  };
}

/**
 * The frames from the root cause outwards; if there are too many, frames of other code are dropped before own
 * ones.
 */
function tellingFrames(trace: StackTrace): readonly StackFrame[] {
  const frames = framesOutwards(trace);
  if (frames.length <= factLimits.frames) return frames;
  const byWorth = [
    ...frames.filter(({ kind }) => kind === 'own'),
    ...frames.filter(({ kind }) => kind !== 'own'),
  ];
  const kept = new Set(byWorth.slice(0, factLimits.frames));
  return frames.filter((frame) => kept.has(frame));
}

function shortened(text: string): string {
  return text.slice(0, factLimits.name).toWellFormed();
}

/**
 * Keeps the beginning and the end of a text, twice as much of the former: the middle of a trace says least.
 */
function clipMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text.toWellFormed();
  const tail = Math.floor(limit / 3);
  const head = limit - tail;
  const end = tail === 0 ? '' : `\n${text.slice(-tail)}`;
  return `${text.slice(0, head)}\n${cutMark(text.length - limit)}${end}`.toWellFormed();
}

/** Keeps the end of a text, where the latest output is. */
function clipStart(text: string, limit: number): string {
  if (text.length <= limit) return text.toWellFormed();
  return `${cutMark(text.length - limit)}\n${text.slice(-limit)}`.toWellFormed();
}

function cutMark(length: number): string {
  return `[… ${length} characters left out]`;
}
