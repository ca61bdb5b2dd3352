/** Traces of Rust: the place of a panic, and the backtrace where one was printed. */
import { type FileLocation, parseLocation, plainPath } from './file-location.ts';
import { stackLimits } from './stack-limits.ts';
import type { CauseException, FramePlace, TraceReader } from './stack-trace.ts';

const PANICKED = /^thread '[^']{0,300}'(?: \(\d{1,20}\))? (?:has overflowed its stack|panicked at (.*))$/;
const NUMBERED = /^\d{1,5}: (?:0x[0-9a-f]{1,16} - )?(\S.*)$/;
const HASH = /::h[0-9a-f]{16}$/;

/** Reads traces of Rust. */
export const rustTrace: TraceReader = {
  language: 'rust',
  read(lines) {
    const frames: FramePlace[] = [];
    const message: string[] = [];
    const causes: CauseException<FramePlace>[] = [];
    let panicPlace: FramePlace | undefined;
    let part: 'before' | 'message' | 'backtrace' | 'causes' = 'before';
    for (const line of lines) {
      const text = line.trim();
      const panicked = PANICKED.exec(text);
      const numbered = NUMBERED.exec(text);
      if (panicked !== null && panicPlace === undefined) {
        part = 'message';
        panicPlace = readPanic(text, panicked[1] ?? text, message);
      } else if (text === 'stack backtrace:') part = 'backtrace';
      else if (text === 'Caused by:' && part !== 'backtrace') part = 'causes';
      else if (text.startsWith('note: ')) part = part === 'message' ? 'before' : part;
      else if (part === 'message' && message.length < 200) message.push(text);
      else if (part === 'causes' && text !== '' && causes.length < stackLimits.causes) {
        causes.push({ relation: 'cause', message: numbered?.[1] ?? text, frames: [] });
      } else if (part === 'backtrace' && numbered !== null && frames.length < stackLimits.frames) {
        frames.push({ raw: text, ...splitPath((numbered[1] ?? '').replace(HASH, '')) });
      } else if (part === 'backtrace' && text.startsWith('at ')) placeLast(frames, text.slice(3));
    }
    const said = message.join('\n').trim().slice(0, stackLimits.messageLength);
    const found = frames.length > 0 || panicPlace === undefined ? frames : [panicPlace];
    const isPanic = panicPlace !== undefined;
    return {
      ...(isPanic ? { exception: 'panic' } : {}),
      ...(said === '' ? {} : { message: said }),
      frames: found,
      causes,
    };
  },
};

/** `src/lib.rs:12:5:` with the message below, or, before Rust 1.73, `'message', src/lib.rs:12:5`. */
function readPanic(raw: string, what: string, message: string[]): FramePlace {
  const comma = what.lastIndexOf(', ');
  const isOld = what.startsWith("'") && comma > 0;
  if (isOld) message.push(what.slice(1, comma).replace(/'$/, ''));
  const location = parseLocation(isOld ? what.slice(comma + 2) : what.replace(/:$/, ''));
  return { raw, ...placeOf(location) };
}

function placeLast(frames: FramePlace[], text: string): void {
  const last = frames.at(-1);
  if (last !== undefined && last.file === undefined)
    frames[frames.length - 1] = { ...last, ...placeOf(parseLocation(text)) };
}

function placeOf(location: FileLocation | undefined): Pick<FramePlace, 'file' | 'line' | 'column'> {
  if (location === undefined) return {};
  return { ...location, file: plainPath(location.file) };
}

function splitPath(whole: string): { module?: string; function: string } {
  // The types a function was made for are no part of its name: `assert_failed::<i32, i32>`.
  const types = whole.endsWith('>') ? whole.indexOf('::<') : -1;
  const path = types > 0 ? whole.slice(0, types) : whole;
  const end = path.lastIndexOf('::');
  return end <= 0 ? { function: path } : { module: path.slice(0, end), function: path.slice(end + 2) };
}
