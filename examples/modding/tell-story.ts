/** Prints the story as it happens: every call of the agent with its answer, which must be the expected one. */
import { styleText } from 'node:util';
import type { Tools } from 'penumbra/guard';

/** One call of the agent, and the code it must be answered with. */
export type Step = {
  readonly does: string;
  readonly at?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly answer: string;
  /** What it means, for the reader. */
  readonly so?: string;
};

/** The answer to a call. */
export type Answer = Awaited<ReturnType<Tools['call']>>['reply'];

/** The narrator. */
export type Story = {
  heading(text: string): void;
  /** Prints what somebody other than the agent does. */
  say(who: string, text: string): void;
  call(step: Step): Promise<Answer>;
  /** The number of calls so far. */
  count(): number;
};

type Style = Parameters<typeof styleText>[0];

const marks: Readonly<Record<Answer['type'], readonly [string, Style]>> = {
  S: ['✔', 'green'],
  I: ['–', 'yellow'],
  D: ['✘', 'red'],
  E: ['!', 'magenta'],
};

/** Starts a story with the tools of an agent. */
export function tellStory(tools: Tools): Story {
  let count = 0;
  return {
    heading: (text) => print(`\n${paint('bold', text)}\n`),
    say: (who, text) => print(`  ${paint('cyan', who)}  ${text}`),
    call: async (step) => {
      count += 1;
      const { does, at = '', with: given, answer, so } = step;
      const [tool = '', command = ''] = does.split(' ');
      const { reply, fault } = await tools.call({ tool, command, address: at, arguments: given });
      const [mark, style] = marks[reply.type];
      print(`  ${paint(style, `${mark} ${reply.code.padEnd(15)}`)} ${lineOf(step)}`);
      if (so !== undefined) print(paint('dim', `${' '.repeat(20)}${so}`));
      if (reply.code === answer) return reply;
      const told = `${reply.code} (${reply.message} ${JSON.stringify(reply.data)})`;
      throw new Error(`\`${does}\` at \`${at}\` should be ${answer}, and is ${told}`, { cause: fault });
    },
    count: () => count,
  };
}

/** What a call does, cut to one line. */
function lineOf({ does, at = '', with: given = {} }: Step): string {
  const { to, argv, intent, message } = given;
  const more = Array.isArray(argv) ? `(${argv.join(' ')})` : (to && `to ${to}`) || intent || message || '';
  return [does, at, String(more)].filter((part) => part !== '').join(' ');
}

/** Prints a line. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Colours a text if the terminal shows colours. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
