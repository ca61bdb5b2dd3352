/** Brings together what a run needs to ask its model: who, with which key, within which budget, or a recording in its place. */
import { openModel } from '../../adapters/models/index.ts';
import { promptsVersion } from '../../disclosure/lens/index.ts';
import { canonicalText, cite, PenumbraError } from '../../kernel/index.ts';
import type { Model, ModelSettings } from '../../pipeline/agents/index.ts';
import { chooseModel, findModelKey, type ModelFlags } from './choose-model.ts';
import { readRecording } from './model-exchange.ts';
import type { SessionOptions } from './open-model-session.ts';
import { parseAmount, priceOf } from './prices.ts';

/** What a caller says about the model of a run. */
export type ModelOptions = ModelFlags & {
  /** The most tokens of the run, in and out together. */
  readonly maxTokens?: number | undefined;
  /** The most money of the run, as an amount such as `2.50`. */
  readonly maxCost?: string | undefined;
  /** A file with prices, in place of the table that ships. */
  readonly prices?: string | undefined;
  /** A file that the answers are written to when the run ends or stops. */
  readonly record?: string | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** What a run that asks a model is known by. */
export type RunModelSettings = ModelSettings & { readonly prompts: string };

/** Prepares the model of a new run; null where the heuristics answer. */
export async function prepareModel(
  options: ModelOptions = {},
  environment: Environment = process.env,
): Promise<SessionOptions | null> {
  const choice = chooseModel(options, environment);
  if (choice === null) {
    requireModel(options);
    return null;
  }
  const { settings, model } =
    'replay' in choice ? await readRecording(choice.replay) : openChosen(choice, environment);
  return sessionOf(options, settings, model);
}

/** Prepares the model that a run was begun with, to go on with it. */
export async function prepareModelAgain(
  { prompts, ...settings }: RunModelSettings,
  options: ModelOptions = {},
  environment: Environment = process.env,
): Promise<SessionOptions> {
  if (prompts !== promptsVersion())
    throw new PenumbraError('usage', 'the run was begun with other prompts', {
      hint: 'resume it with the version that started it, or investigate anew',
    });
  // What is set for runs to come says nothing about this one.
  const choice = options.model === undefined ? settings : chooseModel(options, {});
  if (choice !== null && 'replay' in choice) {
    const recording = await readRecording(choice.replay);
    requireSame(recording.settings, settings);
    return sessionOf(options, settings, recording.model);
  }
  // Without an address the one that the run was begun with is meant.
  const { endpoint } = options.modelUrl === undefined ? settings : (choice ?? settings);
  requireSame(choice && { ...choice, endpoint }, settings);
  return sessionOf(options, settings, openChosen(settings, environment).model);
}

/** Throws where something is said about a model that a run does not ask. */
export function requireModel({ maxTokens, maxCost, prices, record, modelUrl }: ModelOptions): void {
  const idle = Object.entries({
    '--max-tokens': maxTokens,
    '--max-cost': maxCost,
    '--prices': prices,
    '--record': record,
    '--model-url': modelUrl,
  }).find(([, value]) => value !== undefined);
  if (idle === undefined) return;
  throw new PenumbraError('usage', `\`${idle[0]}\` is for a model, and the run asks none`, {
    hint: 'add --model openai:NAME or anthropic:NAME',
  });
}

function openChosen(settings: ModelSettings, environment: Environment) {
  return { settings, model: openModel({ settings, key: findModelKey(settings, environment) }) };
}

function sessionOf(options: ModelOptions, settings: ModelSettings, model: Model): SessionOptions {
  const { maxTokens, maxCost, prices } = options;
  const name = `${settings.provider}:${settings.model}`;
  const price = priceOf(name, prices);
  if (maxCost !== undefined && price === null)
    throw new PenumbraError('usage', `no price of ${cite(name)} is known, so \`--max-cost\` cannot be kept`, {
      hint: 'give a file with its price by --prices, or bound the run by --max-tokens',
    });
  return {
    settings,
    prompts: promptsVersion(),
    model,
    price,
    limits: { maxTokens, ...(maxCost !== undefined && { maxCost: parseAmount(maxCost) }) },
  };
}

function requireSame(given: ModelSettings | null, settings: ModelSettings): void {
  if (given !== null && canonicalText(given) === canonicalText(settings)) return;
  throw new PenumbraError('usage', `the run was begun with \`${settings.provider}:${settings.model}\``, {
    data: { model: `${settings.provider}:${settings.model}`, endpoint: settings.endpoint },
    hint: 'leave --model out, or investigate anew with the other model',
  });
}
