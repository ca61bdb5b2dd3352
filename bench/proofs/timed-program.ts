/**
 * Watches every call of a program: a script of its name goes first on the path, keeps when the call began and ended and
 * its words and environment, and runs the real one. So the tests' own time is told apart from everything around it, and
 * a command that was planned can be run again.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';

/** One call of the program. */
export interface ProgramCall {
  readonly startMs: number;
  /** Nothing where it was ended before its time. */
  readonly endMs: number | undefined;
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A program whose calls are watched. */
interface TimedProgram {
  /** What goes first on the path. */
  readonly directory: string;
  /** All calls so far, oldest first. */
  calls(): readonly ProgramCall[];
}

/** Puts a watched program in place of the one of its name. */
export function timeProgram(
  name: string,
  { folder, path }: { readonly folder: string; readonly path: string },
): TimedProgram {
  const real = execFileSync('sh', ['-c', 'command -v -- "$1"', 'sh', name], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  }).trim();
  const own = mkdtempSync(join(folder, 'program-'));
  const directory = join(own, 'bin');
  const log = join(own, 'calls');
  mkdirSync(directory);
  mkdirSync(log);
  const script = join(directory, basename(name));
  // What the program itself calls by the same name is part of the call.
  writeFileSync(
    script,
    `#!/bin/sh
if [ -n "$TIMED_PROGRAM" ]; then exec ${real} "$@"; fi
export TIMED_PROGRAM=1
call=$(mktemp -d ${log}/XXXXXXXX)
for word in "$@"; do printf '%s\\0' "$word"; done > $call/words
env -0 > $call/environment
pwd > $call/directory
date +%s%N > $call/start
${real} "$@"
code=$?
date +%s%N > $call/end
exit $code
`,
  );
  chmodSync(script, 0o755);
  return { directory, calls: () => readCalls(log, real) };
}

function readCalls(log: string, real: string): readonly ProgramCall[] {
  const calls = readdirSync(log).flatMap((id): readonly ProgramCall[] => {
    const file = (name: string) => join(log, id, name);
    if (!existsSync(file('start'))) return [];
    const text = (name: string) => readFileSync(file(name), 'utf8');
    const time = (name: string) => Number(text(name)) / 1e6;
    return [
      {
        startMs: time('start'),
        endMs: existsSync(file('end')) ? time('end') : undefined,
        words: [real, ...text('words').split('\0').slice(0, -1)],
        directory: text('directory').trimEnd(),
        environment: Object.fromEntries(
          text('environment')
            .split('\0')
            .filter((line) => line.includes('=') && !line.startsWith('TIMED_PROGRAM='))
            .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
        ),
      },
    ];
  });
  return calls.sort((left, right) => left.startMs - right.startMs);
}
