// A process that runs command lines of the program one after another, for tests: what the program loads, it loads once.
// Requests come through descriptor 3 and answers go through descriptor 4, each a line of JSON. A command has ended when its
// process would end: when nothing is left to do. What it prints goes to descriptors 1 and 2 as ever.

import { readSync, writeSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';

/** One command line, and where it runs. */
export type ProgramRequest = {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads, in base64. */
  readonly input: string;
};

const REQUESTS = 3;
const ANSWERS = 4;
/** What Node says of a program that waits for what never comes. */
const UNSETTLED = 13;
const [main = '', launcher = ''] = process.argv.slice(2);

const { run } = (await import(main)) as { run(args: readonly string[]): Promise<number> };
process.argv.splice(1, Infinity, launcher);
let status = UNSETTLED;
// Each command listens to signals of the process, which would end with it.
process.setMaxListeners(0);
process.on('beforeExit', () => {
  answer({ status });
  next();
});
next();

function next(): void {
  const request = readRequest();
  if (request === null) process.exit(0);
  const { args, cwd, env, input } = request;
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
  lend('stdin', Readable.from(input === '' ? [] : [Buffer.from(input, 'base64')]));
  lend('stdout', streamTo(1));
  lend('stderr', streamTo(2));
  process.exitCode = undefined;
  status = UNSETTLED;
  void run(args).then((code) => {
    status = code;
  });
}

/** Gives each command streams of its own, for it listens to them. */
function lend(name: 'stdin' | 'stdout' | 'stderr', stream: Readable | Writable): void {
  Object.defineProperty(process, name, { value: stream, configurable: true, enumerable: true });
}

function streamTo(descriptor: number): Writable {
  return new Writable({
    decodeStrings: true,
    write(chunk: Uint8Array, _encoding, done) {
      writeAll(descriptor, chunk);
      done();
    },
  });
}

function answer(document: { readonly status: number }): void {
  writeAll(ANSWERS, Buffer.from(`${JSON.stringify(document)}\n`));
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** Waits for the next request; none comes any more where whoever asks is gone. */
function readRequest(): ProgramRequest | null {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(64 * 1024);
    const length = readSync(REQUESTS, part);
    if (length === 0) return null;
    parts.push(part.subarray(0, length));
    if (part[length - 1] === 0x0a) return JSON.parse(Buffer.concat(parts).toString());
  }
}
