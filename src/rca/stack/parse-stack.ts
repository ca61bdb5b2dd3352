/**
 * Reads a stack trace of any known language. Every language reads the text; the one that finds most frames is right.
 * The work is linear in the text: lines are bounded, and no pattern looks at a character more than a few times.
 */
import { deepFreeze } from '../../kernel/index.ts';
import { classifyFrame } from './classify-frame.ts';
import { csharpTrace } from './csharp-trace.ts';
import { goTrace } from './go-trace.ts';
import { javaTrace } from './java-trace.ts';
import { javascriptTrace } from './javascript-trace.ts';
import { phpTrace } from './php-trace.ts';
import { plainPlaces } from './plain-places.ts';
import { pythonTrace } from './python-trace.ts';
import { rubyTrace } from './ruby-trace.ts';
import { rustTrace } from './rust-trace.ts';
import { stackLimits } from './stack-limits.ts';
import type {
  FramePlace,
  RawTrace,
  StackFrame,
  StackLanguage,
  StackTrace,
  TraceReader,
} from './stack-trace.ts';

/** Where two languages find equally many frames, the earlier one is taken. */
const readers: readonly TraceReader[] = [
  javaTrace,
  csharpTrace,
  javascriptTrace,
  pythonTrace,
  goTrace,
  rustTrace,
  rubyTrace,
  phpTrace,
];

/**
 * Parses a stack trace; frames are innermost first in every language.
 *
 * @example
 * parseStack('TypeError: x is not a function\n    at add (/app/src/cart.js:12:5)').frames[0]?.line // 12
 */
export function parseStack(text: string): StackTrace {
  const lines = text
    .split('\n', stackLimits.lines)
    .map((line) =>
      (line.length > stackLimits.lineLength ? line.slice(0, stackLimits.lineLength) : line).trimEnd(),
    );
  const { language, trace } = bestReading(lines);
  const place = (frame: FramePlace): StackFrame => ({ ...frame, kind: classifyFrame(frame, language) });
  return deepFreeze({
    language,
    ...trace,
    frames: trace.frames.map(place),
    causes: trace.causes.map((cause) => ({ ...cause, frames: cause.frames.map(place) })),
  });
}

/** Returns the exception at the bottom of a trace: the last cause that has frames, or the thrown one. */
export function rootException(trace: StackTrace): Pick<StackTrace, 'exception' | 'message' | 'frames'> {
  return trace.causes.findLast(({ relation, frames }) => relation === 'cause' && frames.length > 0) ?? trace;
}

function bestReading(lines: readonly string[]): {
  readonly language: StackLanguage;
  readonly trace: RawTrace;
} {
  let best: { language: StackLanguage; trace: RawTrace; frames: number } | undefined;
  for (const reader of readers) {
    const trace = reader.read(lines);
    const frames = countFrames(trace);
    if (frames > (best?.frames ?? 0)) best = { language: reader.language, trace, frames };
  }
  return best ?? { language: 'unknown', trace: plainPlaces.read(lines) };
}

function countFrames(trace: RawTrace): number {
  return trace.causes.reduce((sum, cause) => sum + cause.frames.length, trace.frames.length);
}
