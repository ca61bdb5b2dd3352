/** Prompts on standard error, as standard output is for answers. */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

/** Checks whether there is an interactive user. */
export function hasPerson(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true && process.stderr.isTTY === true;
}

/** Asks for a line; empty if the input ends or is interrupted. */
export function askLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  return answerTo(lines, question);
}

/** Asks for a line without echoing it. */
export async function askSecret(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  // The terminal echoes input until this point.
  process.stderr.write(question);
  const answer = await answerTo(lines, '');
  process.stderr.write('\n');
  return answer;
}

function answerTo(lines: Interface, question: string): Promise<string> {
  return new Promise((resolve) => {
    lines.once('close', () => resolve(''));
    lines.once('SIGINT', () => lines.close());
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
