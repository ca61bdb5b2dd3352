/** Options for using a model instead of the heuristics, and its limits. */
import type { Command } from 'commander';
import type { Investigation, ModelSpending } from '../../commands/runs.ts';
import { PenumbraError } from '../../kernel/index.ts';
import type { Terminal } from '../console/terminal.ts';
import { once, readCount } from './read-options.ts';

/** The parsed options. */
export type ModelFlags = {
  readonly model?: string;
  readonly modelUrl?: string;
  readonly replay?: string;
  readonly record?: string;
  readonly maxTokens?: number;
  readonly maxCost?: string;
  readonly prices?: string;
};

/** Adds the options that name a model. */
export function addModelName(command: Command): Command {
  return command
    .option(
      '--model <name>',
      'who answers at each step: heuristic, openai:NAME or anthropic:NAME, or replay:FILE (default: heuristic, or PENUMBRA_MODEL)',
      once('--model'),
    )
    .option(
      '--model-url <url>',
      'the address of the model, for instance http://127.0.0.1:11434/v1 (default: the service of the provider, or PENUMBRA_MODEL_URL)',
      once('--model-url'),
    );
}

/** Adds all model options. */
export function addModelFlags(command: Command): Command {
  return addModelName(command)
    .option(
      '--replay <file>',
      'take the answers from a recording, like --model replay:FILE',
      once('--replay'),
    )
    .option('--record <file>', 'write the answers of the model to a file, for --replay', once('--record'))
    .option('--max-tokens <count>', 'stop before the model uses more tokens than this, in and out', readCount)
    .option(
      '--max-cost <usd>',
      'stop before the model costs more than this, for instance 2.50',
      once('--max-cost'),
    )
    .option('--prices <file>', 'prices of models, instead of the built-in table', once('--prices'));
}

const RECORDING = 'replay:';

/** Returns the recording file that is read or written, which is not part of the workspace. */
export function recordingOf({ record, replay, model }: ModelFlags): string | undefined {
  return record ?? replay ?? (model?.startsWith(RECORDING) ? model.slice(RECORDING.length) : undefined);
}

/** Converts the options for the engine. */
export function modelOptions({ replay, model, record, ...flags }: ModelFlags) {
  if (replay !== undefined && model !== undefined)
    throw new PenumbraError('usage', '`--replay` and `--model` both say who answers', {
      hint: 'a recording knows whose answers it holds: leave --model out',
    });
  if (replay !== undefined && record !== undefined)
    throw new PenumbraError('usage', '`--replay` reads a recording and `--record` writes one', {
      hint: 'give one of them',
    });
  const name = replay === undefined ? model : `${RECORDING}${replay}`;
  const { modelUrl, maxTokens, maxCost, prices } = flags;
  return { asking: { model: name, modelUrl, record, maxTokens, maxCost, prices } };
}

/** Prints the cost of the run's model. */
export function saySpending(terminal: Terminal, { spending }: Pick<Investigation, 'spending'>): void {
  if (spending !== undefined) terminal.note(spendingWords(spending), spending);
}

function spendingWords({
  model,
  answers,
  inputTokens,
  outputTokens,
  isEstimated,
  cost,
}: ModelSpending): string {
  const about = isEstimated ? 'about ' : '';
  const money = cost === null ? '' : `, ${cost.amount} USD at the prices of ${cost.asOf}`;
  return `${model} gave ${answers} ${answers === 1 ? 'answer' : 'answers'}: ${about}${inputTokens} tokens in, ${outputTokens} out${money}`;
}

/** The values of these options. */
export type OwnFlags = { readonly pipeline?: string; readonly masks?: string };

/** Adds the options to a command. */
export function addOwnDefinitions(command: Command): Command {
  return command
    .option('--pipeline <file>', 'your own pipeline for the light path', once('--pipeline'))
    .option('--masks <module>', 'a module with your own masks', once('--masks'));
}

/** Returns the options that were given. */
export function ownDefinitions({ pipeline, masks }: OwnFlags): OwnFlags {
  return { ...(pipeline !== undefined && { pipeline }), ...(masks !== undefined && { masks }) };
}
