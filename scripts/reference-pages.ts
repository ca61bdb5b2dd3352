// The pages of docs/reference, each rendered from the table in the code it documents.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { resultsPage } from '../bench/results.ts';
import { createTerminal } from '../src/cli/console/terminal.ts';
import { createProgram } from '../src/cli/program.ts';
import { faultCodes, limits, replyCodes } from '../src/kernel/index.ts';
import { RUN_EVENT_VERSION, runEventForms } from '../src/record/index.ts';

const generated = '<!-- Generated from the code by `npm run fix`; do not edit. -->';

/** Renders the figures of the last full benchmark run. */
export function renderBenchmarks(): string {
  return resultsPage(JSON.parse(readFileSync(new URL('../bench/results.json', import.meta.url), 'utf8')));
}

/** Renders every reply code with its meaning. */
export function renderReplyCodes(): string {
  const rows = Object.entries(replyCodes).map(([code, { means }]) => [`\`${code}\``, means]);
  return page(
    'Reply codes',
    'Every reply to a tool call has one of these codes, `LAYER-AREA-TYPE-NNN`. The type is S (done), I (the caller ' +
      'must fix its input), D (denied by the policy, only from layer EN) or E (the system failed). Codes are added, ' +
      'never renamed.',
    table(['code', 'meaning'], rows),
  );
}

/** Renders every fault code with its exit code and meaning. */
export function renderFaultCodes(): string {
  const rows = Object.entries(faultCodes).map(([code, { exit, means }]) => [
    `\`${code}\``,
    String(exit),
    means,
  ]);
  return page(
    'Fault codes',
    'The `code` of each `PenumbraError`, and the exit code of the program.',
    table(['code', 'exit', 'meaning'], rows),
  );
}

/** Renders every limit with the comment that stands above it in the code. */
export function renderLimits(): string {
  const source = readFileSync(new URL('../src/kernel/limits.ts', import.meta.url), 'utf8');
  const rows = Object.entries(limits).map(([name, value]) => {
    const comment = new RegExp(`/\\*\\* ([^*]+) \\*/\\s+${name}:`).exec(source)?.[1];
    if (comment === undefined) throw new Error(`limit \`${name}\` has no comment in limits.ts`);
    return [`\`${name}\``, value.toLocaleString('en'), comment];
  });
  return page(
    'Limits',
    'Anything beyond a limit is an error and is never cut silently. Sizes are in bytes unless the name says otherwise.',
    table(['limit', 'value', 'meaning'], rows),
  );
}

/** Renders every kind of event of a run with its fields. */
export function renderRunEvents(): string {
  const listed = (fields: object) =>
    Object.entries(fields).map(([name, field]) => `\`${name}\` (${String(field)})`);
  const place = listed(runEventForms['step-entered'].fields);
  const rows = Object.entries(runEventForms).map(([kind, { means, fields }]) => {
    const own = listed(fields).filter((field) => !('step' in fields) || !place.includes(field));
    return [`\`${kind}\``, means, ['step' in fields ? ['*place*'] : [], own].flat().join(', ')];
  });
  return page(
    'Run events',
    `The log of a run consists of these ${rows.length} kinds of events. Each is a JSON object with \`kind\`, ` +
      `\`version\` (today ${RUN_EVENT_VERSION}) and exactly these fields, where *place* is ${place.join(', ')}. ` +
      'Older versions are upgraded when they are read. See [runs and events](../concepts/runs-and-events.md).',
    table(['kind', 'says', 'fields'], rows),
  );
}

/** Renders the help of the program and of every command. */
export function renderCommandLine(): string {
  const terminal = createTerminal({ isJson: false, isQuiet: true, isVerbose: false });
  const program = createProgram(terminal, () => undefined);
  const commands = program.commands.flatMap((command) => [command, ...command.commands]);
  const sections = [program, ...commands].map(
    (command) => `## ${title(command)}\n\n\`\`\`text\n${helpText(command)}\n\`\`\``,
  );
  return page(
    'Command line',
    'Answers go to standard output and everything else to standard error. With `--json`, the answer is one JSON ' +
      'document, and standard error has one JSON document per line; a fault is ' +
      '`{"error": {"code", "message", "hint", "data"}}`. Exit codes are listed in [fault codes](fault-codes.md).',
    sections.join('\n\n'),
  );
}

function title(command: Command): string {
  return command.parent === null ? command.name() : `${title(command.parent)} ${command.name()}`;
}

function helpText(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => 100,
  });
  command.outputHelp();
  return text.trim();
}

function page(heading: string, introduction: string, body: string): string {
  return `${generated}\n\n# ${heading}\n\n${introduction}\n\n${body}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
