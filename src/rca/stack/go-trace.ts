/** Traces of Go: panics with their goroutines, testify's error traces, and the `file.go:12: message` of package testing. */
import { parseLocation, plainPath } from './file-location.ts';
import { stackLimits } from './stack-limits.ts';
import type { FramePlace, TraceReader } from './stack-trace.ts';

const PANIC = /^(?:panic|fatal error): (.*?)(?: \[recovered.{0,40}\])?$/;
const GOROUTINE = /^goroutine \d{1,12} .{0,200}\[.{0,200}\]:$/;
const PLACE = /^(\S.{0,1000}\.(?:go|s):\d{1,9})(?: \+0x[0-9a-f]{1,16})?$/;
const LOGGED = /^([\w.-]{1,200}\.go:\d{1,9}):(?: (.*))?$/;
const LABEL = /^(Error Trace|Error|Test|Messages):\s*(.*)$/;

/** Reads traces of Go. */
export const goTrace: TraceReader = {
  language: 'go',
  read(lines) {
    const frames: FramePlace[] = [];
    const logged: FramePlace[] = [];
    const message: string[] = [];
    let exception: string | undefined;
    let goroutines = 0;
    let call: string | undefined;
    let label = '';
    for (const line of lines) {
      const text = line.trim();
      const panic = PANIC.exec(text);
      const log = LOGGED.exec(text);
      const labelled = LABEL.exec(text);
      if (panic !== null) {
        // A panic that was caught and raised again is printed twice; the first says it.
        if (exception === undefined) message.splice(0, message.length, panic[1] ?? '');
        exception = 'panic';
      } else if (GOROUTINE.test(text)) {
        goroutines++;
      } else if (labelled !== null) {
        label = labelled[1] ?? '';
        const said = labelled[2] ?? '';
        if (label === 'Error Trace') pushPlace(frames, said);
        else if (label === 'Error' && exception === undefined) message.push(said);
      } else if (label === 'Error Trace' && pushPlace(frames, text)) {
        // The trace goes on below its label.
      } else if (log !== null) {
        label = '';
        pushPlace(logged, log[1] ?? '');
        if (exception === undefined && log[2] !== undefined && message.length === 0) message.push(log[2]);
      } else if (goroutines <= 1 && call !== undefined && /^\s/.test(line) && pushPlace(frames, text, call)) {
        call = undefined;
      } else if (goroutines === 1 && !/^\s/.test(line)) {
        call = text;
      } else if (label === 'Error' && exception === undefined && text !== '') message.push(text);
    }
    const said = message.join('\n').trim().slice(0, stackLimits.messageLength);
    return {
      ...(exception === undefined ? {} : { exception }),
      ...(said === '' ? {} : { message: said }),
      // Testify logs the line of the call too, under its short name.
      frames: frames.length > 0 ? frames : logged,
      causes: [],
    };
  },
};

function pushPlace(frames: FramePlace[], text: string, call?: string): boolean {
  const location = parseLocation(PLACE.exec(text)?.[1] ?? '');
  if (location?.line === undefined) return false;
  const file = plainPath(location.file);
  if (frames.length < stackLimits.frames)
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
