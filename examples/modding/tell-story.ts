/** Tells the story while it happens: every call of the agent with its answer, which has to be the one that is expected. */
import { styleText } from 'node:util';
import type { Tools } from 'penumbra/guard';

/** One call of the agent, and the code it is to be answered with. */
export type Step = {
  readonly does: string;
  readonly at?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly answer: string;
  /** What it means, for who reads along. */
  readonly so?: string;
};

/** What a call was answered. */
export type Answer = Awaited<ReturnType<Tools['call']>>['reply'];

/** Who tells the story. */
export type Story = {
  heading(text: string): void;
  /** Says what somebody else than the agent does. */
  say(who: string, text: string): void;
  call(step: Step): Promise<Answer>;
  /** How many calls there were. */
  count(): number;
};

type Style = Parameters<typeof styleText>[0];

const marks: Readonly<Record<Answer['type'], readonly [string, Style]>> = {
  S: ['✔', 'green'],
  I: ['–', 'yellow'],
  D: ['✘', 'red'],
  E: ['!', 'magenta'],
};

/** Begins a story with the tools of an agent. */
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

/** What a call does, as far as it fits in a line. */
function lineOf({ does, at = '', with: given = {} }: Step): string {
  const { to, argv, intent, message } = given;
  const more = Array.isArray(argv) ? `(${argv.join(' ')})` : (to && `to ${to}`) || intent || message || '';
  return [does, at, String(more)].filter((part) => part !== '').join(' ');
}

/** Says something to whoever runs this. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Colours a text where the terminal shows colours. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
