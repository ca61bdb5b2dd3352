// Finds the examples in a Markdown text that can be run, and compares what a command printed with what the
// document says. Pure; scripts/check-docs.ts does the running.

/** A fenced block marked `run`, with those that continue it, and the line of its first line of text. */
export interface Example {
  readonly language: 'ts' | 'console';
  readonly line: number;
  readonly text: string;
}

/** A command of a `console` block and what it prints and ends with. */
export interface Command {
  readonly line: number;
  readonly command: string;
  readonly expected: string;
  readonly exitCode: number;
}

/** Finds the blocks whose fence says `ts run` or `console run`; `ts continued` goes on where the last `ts run` ended. */
export function findExamples(markdown: string): Example[] {
  const examples: Example[] = [];
  let fence: { mark: string; info: string; line: number; text: string[] } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const opening = /^(`{3,})(.*)$/.exec(line);
    if (fence === undefined) {
      if (opening)
        fence = { mark: opening[1] ?? '', info: (opening[2] ?? '').trim(), line: index + 2, text: [] };
    } else if (line.trimEnd() === fence.mark) {
      const language = /^(ts|console) run$/.exec(fence.info)?.[1];
      if (language === 'ts' || language === 'console') {
        examples.push({ language, line: fence.line, text: fence.text.join('\n') });
      } else if (fence.info === 'ts continued') {
        continueProgram(examples, fence.text);
      }
      fence = undefined;
    } else {
      fence.text.push(line);
    }
  }
  return examples;
}

function continueProgram(examples: Example[], text: readonly string[]): void {
  const index = examples.findLastIndex(({ language }) => language === 'ts');
  const program = examples[index];
  if (program === undefined) throw new Error('a block marked `ts continued` comes before any `ts run`');
  examples[index] = { ...program, text: [program.text, ...text].join('\n') };
}

/** Splits a `console` block into its `$ ` commands; `(exit code 2)` as the last line tells how one ends. */
export function parseCommands({ line, text }: Example): Command[] {
  const commands: { line: number; command: string; output: string[] }[] = [];
  for (const [index, row] of text.split('\n').entries()) {
    if (row.startsWith('$ ')) commands.push({ line: line + index, command: row.slice(2), output: [] });
    else commands.at(-1)?.output.push(row);
  }
  return commands.map(({ output, ...command }) => {
    while (output.at(-1)?.trim() === '') output.pop();
    const exit = /^\(exit code (\d+)\)$/.exec(output.at(-1) ?? '');
    if (exit) output.pop();
    return { ...command, expected: output.join('\n'), exitCode: Number(exit?.[1] ?? 0) };
  });
}

/** Tells whether `printed` is `expected`, where `…` stands for any text, line breaks included. */
export function matchesOutput(expected: string, printed: string): boolean {
  const [first = '', ...rest] = tidy(expected).split('…');
  const last = rest.pop();
  const text = tidy(printed);
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let position = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return text.length - last.length >= position && text.endsWith(last);
}

/** Trailing blanks do not show in a document, so they do not count. */
function tidy(text: string): string {
  return text.replace(/[ \t\r]+$/gm, '').trimEnd();
}
