/**
 * Assembles what a run needs to ask its model: provider, key and budget, or a recording in place of the
 * model.
 */
import { openModel } from '../../adapters/models/index.ts';
import { openSecretScanner } from '../../adapters/secrets/index.ts';
import { hasPlaceholder, replaceSecrets, screenText } from '../../context/index.ts';
import { promptsVersion } from '../../disclosure/lens/index.ts';
import { canonicalText, cite, PenumbraError } from '../../kernel/index.ts';
import { type Model, type ModelSettings, parseModelAnswer } from '../../pipeline/agents/index.ts';
import { chooseModel, findModelKey, type ModelFlags, readEndpoint } from './choose-model.ts';
import { readRecording } from './model-exchange.ts';
import type { SessionOptions } from './open-model-session.ts';
import { parseAmount, priceOf } from './prices.ts';
import { recordedEndpoint } from './recorded-endpoint.ts';

/** A caller's options for the model of a run. */
export type ModelOptions = ModelFlags & {
  /** The token limit of the run, in and out together. */
  readonly maxTokens?: number | undefined;
  /** The cost limit of the run, as an amount such as `2.50`. */
  readonly maxCost?: string | undefined;
  /** A price file, in place of the shipped table. */
  readonly prices?: string | undefined;
  /** A file to which the answers are written when the run ends or stops. */
  readonly record?: string | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The model settings that are part of a run's identity. */
export type RunModelSettings = ModelSettings & { readonly prompts: string };

/** Prepares the model of a new run; null if the heuristics answer. */
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
    'replay' in choice ? await readRecording(choice.replay) : await openChosen(choice, environment);
  return sessionOf(options, settings, model);
}

/** Prepares the model that a run was begun with, to resume it. */
export async function prepareModelAgain(
  { prompts, ...settings }: RunModelSettings,
  options: ModelOptions = {},
  environment: Environment = process.env,
): Promise<SessionOptions> {
  if (prompts !== promptsVersion())
    throw new PenumbraError('usage', 'the run was begun with other prompts', {
      hint: 'resume it with the version that started it, or investigate anew',
    });
  // The environment's setting for future runs does not apply to this one.
  const choice = options.model === undefined ? settings : chooseModel(options, {});
  if (choice !== null && 'replay' in choice) {
    const recording = await readRecording(choice.replay);
    requireSame(recording.settings, settings);
    return sessionOf(options, settings, recording.model);
  }
  // Without an address, the one the run was begun with is used.
  const given = options.modelUrl === undefined ? settings : (choice ?? settings);
  const isSame = given.endpoint === settings.endpoint || (await isRecordedAs(given.endpoint, settings));
  requireSame(choice && { ...choice, endpoint: isSame ? settings.endpoint : given.endpoint }, settings);
  const endpoint = await realEndpoint(settings, options.modelUrl ?? environment.PENUMBRA_MODEL_URL);
  return sessionOf(options, settings, (await openChosen({ ...settings, endpoint }, environment)).model);
}

/** Returns the real address of a run's model. Tokens in it are not recorded, so it may have to be given again. */
async function realEndpoint(settings: ModelSettings, url: string | undefined): Promise<string> {
  if (!hasPlaceholder(settings.endpoint)) return settings.endpoint;
  const endpoint = url ? readEndpoint(url) : settings.endpoint;
  if (await isRecordedAs(endpoint, settings)) return endpoint;
  throw new PenumbraError('usage', 'the address of the model has a secret in it, which is not on record', {
    data: { endpoint: settings.endpoint },
    hint: 'give the address again with --model-url',
  });
}

async function isRecordedAs(endpoint: string, settings: ModelSettings): Promise<boolean> {
  if (hasPlaceholder(endpoint)) return false;
  return recordedEndpoint(await openSecretScanner(), endpoint).endpoint === settings.endpoint;
}

/** Throws if options are given for a model that the run does not ask. */
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

/** Opens a model. Secrets in its address are kept out of the recorded settings and of what its server says. */
async function openChosen(
  settings: ModelSettings,
  environment: Environment,
): Promise<{ readonly settings: ModelSettings; readonly model: Model }> {
  const key = findModelKey(settings, environment);
  const scanner = await openSecretScanner();
  const { endpoint, secrets } = recordedEndpoint(scanner, settings.endpoint);
  const hide = (text: string) => replaceSecrets(text, secrets);
  const opened = openModel({ settings, key, screen: (text) => screenText(scanner, hide(text)) });
  const model: Model = {
    async answer(request, signal) {
      const answer = await opened.answer(request, signal);
      const raw = hide(answer.raw);
      return raw === answer.raw ? answer : { ...answer, raw, parsed: parseModelAnswer(raw) };
    },
  };
  return { settings: { ...settings, endpoint }, model };
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
