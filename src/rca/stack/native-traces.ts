/** Reads traces of compiled programs: Go and Rust. */
import { classifyFrame } from './classify-frame.ts';
import {
  type CauseException,
  type FileLocation,
  type FramePlace,
  parseLocation,
  plainPath,
  stackLimits,
  type TraceReader,
} from './stack-trace.ts';

const PANIC = /^(?:panic|fatal error): (.*?)(?: \[recovered.{0,40}\])?$/;
const GOROUTINE = /^goroutine \d{1,12} .{0,200}\[.{0,200}\]:$/;
const RACE = 'WARNING: DATA RACE';
const RACE_ACCESS = /^(?:Previous )?(?:atomic )?(?:read|write) at 0x[0-9a-f]{1,16} by .{0,60}:$/i;
const RACE_START = /^Goroutine \d{1,12} \(.{0,40}\) created at:$/;
const PLACE = /^(\S.{0,1000}\.(?:go|s):\d{1,9})(?: \+0x[0-9a-f]{1,16})?$/;
const LOGGED = /^((?:[A-Za-z]:)?[^\s:"'()]{1,500}\.go:\d{1,9}):(?: (.*))?$/;
const LABEL = /^(Error Trace|Error|Test|Messages):\s*(.*)$/;
const CREATED = /^created by \S{1,500}(?: in goroutine \d{1,12})?$/;

/** The frames of one goroutine, or of one access in a data race. */
interface Section {
  readonly kind: 'goroutine' | 'access' | 'start';
  readonly frames: FramePlace[];
}

/**
 * Reads traces of Go: panics with their goroutines, race detector reports, testify's error traces, and the
 * `file.go:12: message` lines of the testing package.
 */
export const goTrace: TraceReader = {
  language: 'go',
  read(lines) {
    const sections: Section[] = [{ kind: 'goroutine', frames: [] }];
    const traced: FramePlace[] = [];
    const logged: FramePlace[] = [];
    const message: string[] = [];
    let exception: string | undefined;
    let call: string | undefined;
    let label = '';
    for (const line of lines) {
      const text = line.trim();
      const started = sectionOf(text);
      const panic = started === undefined ? PANIC.exec(text) : null;
      const called = call;
      call = undefined;
      if (started !== undefined) sections.push({ kind: started, frames: [] });
      else if (text === RACE) exception ??= 'DATA RACE';
      else if (panic !== null) {
        // A panic that was recovered and raised again is printed twice; the first is used.
        if (exception !== 'panic') message.splice(0, message.length, panic[1] ?? '');
        exception = 'panic';
      } else if (called !== undefined && pushPlace(sections.at(-1)?.frames, text, called)) {
        // The place of a call is on the line below it.
      } else if (LABEL.test(text)) {
        const [, name = '', said = ''] = LABEL.exec(text) ?? [];
        label = name;
        if (name === 'Error Trace') pushPlace(traced, said);
        else if (name === 'Error' && exception === undefined) message.splice(0, message.length, said);
      } else if (label === 'Error Trace' && pushPlace(traced, text)) {
        // The trace continues below its label.
      } else if (LOGGED.test(text)) {
        const [, place = '', said] = LOGGED.exec(text) ?? [];
        label = '';
        pushPlace(logged, place);
        if (exception !== 'panic' && said !== undefined && message.length === 0) message.push(said);
      } else if (isCall(text)) call = text;
      else if (label === 'Error' && exception === undefined && text !== '') message.push(text);
    }
    const said = message.join('\n').trim().slice(0, stackLimits.messageLength);
    const { frames, causes } = telling(sections);
    // Testify also logs the line of the call, under its short file name.
    const asserted = traced.length > 0 ? traced : logged;
    return {
      ...(exception === undefined ? {} : { exception }),
      ...(said === '' ? {} : { message: said }),
      frames: frames.length > 0 ? frames : asserted.map((frame, at) => asAssertion(frame, at, traced)),
      causes,
    };
  },
};

function sectionOf(text: string): Section['kind'] | undefined {
  if (GOROUTINE.test(text)) return 'goroutine';
  if (RACE_ACCESS.test(text)) return 'access';
  return RACE_START.test(text) ? 'start' : undefined;
}

function isCall(text: string): boolean {
  const open = text.indexOf('(');
  return CREATED.test(text) || (open > 0 && text.endsWith(')') && !/\s/.test(text.slice(0, open)));
}

/** The testing package logs only the place of `t.Errorf`, which is where a testify trace begins. */
function asAssertion(frame: FramePlace, at: number, traced: readonly FramePlace[]): FramePlace {
  return traced.length > 0 && at > 0 ? frame : { ...frame, isAssertion: true };
}

/**
 * Selects the frames to report. The goroutine that panicked is printed first. If it has no project frames, as
 * when a test times out, the goroutine of the test itself is used, or else any with own frames. For a race,
 * the second access becomes a related exception.
 */
function telling(sections: readonly Section[]): {
  readonly frames: readonly FramePlace[];
  readonly causes: readonly CauseException<FramePlace>[];
} {
  const [access, ...others] = sections.filter(({ kind }) => kind === 'access');
  if (access !== undefined) {
    const causes = others.slice(0, stackLimits.causes).map(({ frames }) => ({
      relation: 'context' as const,
      frames,
    }));
    return { frames: access.frames, causes };
  }
  const goroutines = sections.flatMap(({ kind, frames }) => (kind === 'goroutine' ? [frames] : []));
  const first = goroutines.find((frames) => frames.length > 0) ?? [];
  const own = goroutines.filter((frames) => frames.some((frame) => classifyFrame(frame, 'go') === 'own'));
  const chosen = own.includes(first) ? first : (own.find(isOfTest) ?? own[0] ?? first);
  return { frames: chosen, causes: [] };
}

function isOfTest(frames: readonly FramePlace[]): boolean {
  return frames.some(({ module, function: name }) => module === 'testing' && name === 'tRunner');
}

function pushPlace(frames: FramePlace[] | undefined, text: string, call?: string): boolean {
  const location = parseLocation(PLACE.exec(text)?.[1] ?? '');
  if (location?.line === undefined) return false;
  const file = plainPath(location.file);
  if (frames !== undefined && frames.length < stackLimits.frames)
    frames.push({ raw: text, ...parseCall(call), file, line: location.line });
  return true;
}

/** Splits `example.com/shop/cart.(*Cart).Add(0x1, …)` into package and function. */
function parseCall(call: string | undefined): { module?: string; function?: string } {
  if (call === undefined) return {};
  const bare = call.replace(/^created by /, '').replace(/ in goroutine \d{1,12}$/, '');
  const name = bare.endsWith(')') ? bare.slice(0, bare.lastIndexOf('(')) : bare;
  const dot = name.indexOf('.', name.lastIndexOf('/') + 1);
  return dot < 0 ? { function: name } : { module: name.slice(0, dot), function: name.slice(dot + 1) };
}

const PANICKED = /^thread '[^']{0,300}'(?: \(\d{1,20}\))? (?:has overflowed its stack|panicked at (.*))$/;
const NUMBERED = /^\d{1,5}: (?:0x[0-9a-f]{1,16} - )?(\S.*)$/;
const HASH = /::h[0-9a-f]{16}$/;

/** Reads traces of Rust: the place of a panic, and the backtrace if one was printed. */
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
  // Type arguments are not part of a function's name: `assert_failed::<i32, i32>`.
  const types = whole.endsWith('>') ? whole.indexOf('::<') : -1;
  const path = types > 0 ? whole.slice(0, types) : whole;
  const end = path.lastIndexOf('::');
  return end <= 0 ? { function: path } : { module: path.slice(0, end), function: path.slice(end + 2) };
}
