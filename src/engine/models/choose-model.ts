/**
 * Which model a run asks, and with which key. It is set on the command line or in the environment, never in a
 * file of the workspace: the author of a repository does not choose who reads its failures or who pays for
 * it.
 */
import { isAbsolute, join, resolve } from 'node:path';
import { readKeyFile } from '../../adapters/keys/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { ModelSettings } from '../../pipeline/agents/index.ts';
import { configDirectory } from '../config-directory.ts';

/** How a person names a model. */
export type ModelFlags = {
  /** `heuristic`, `openai:NAME`, `anthropic:NAME` or `replay:FILE`. */
  readonly model?: string | undefined;
  /** The address to ask, if not the provider's service. */
  readonly modelUrl?: string | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The choice; null for the heuristics. */
export type ModelChoice = ModelSettings | { readonly replay: string } | null;

const services = {
  openai: { url: 'https://api.openai.com/v1', keyName: 'OPENAI_API_KEY' },
  anthropic: { url: 'https://api.anthropic.com/v1', keyName: 'ANTHROPIC_API_KEY' },
} as const satisfies Record<ModelSettings['provider'], unknown>;

const OWN_KEY = 'PENUMBRA_MODEL_KEY';
const MAX_OUTPUT_TOKENS = 8_192;
const MODEL_NAME = /^[\w.:/@+-]{1,256}$/;
const USABLE_KEY = /^[\x21-\x7e]{1,4096}$/;
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Reads the choice: a flag takes precedence over `PENUMBRA_MODEL` and `PENUMBRA_MODEL_URL`. */
export function chooseModel(
  { model, modelUrl }: ModelFlags,
  environment: Environment = process.env,
): ModelChoice {
  const name = model ?? (environment.PENUMBRA_MODEL || 'heuristic');
  const url = modelUrl ?? (environment.PENUMBRA_MODEL_URL || undefined);
  if (name === 'heuristic') return null;
  const [kind = '', ...rest] = name.split(':');
  const what = rest.join(':');
  if (kind === 'replay' && what !== '') return { replay: resolve(what) };
  if ((kind === 'openai' || kind === 'anthropic') && MODEL_NAME.test(what))
    return {
      provider: kind,
      model: what,
      endpoint: readEndpoint(url ?? services[kind].url),
      max_output_tokens: MAX_OUTPUT_TOKENS,
    };
  throw new PenumbraError('usage', `${cite(name)} names no model`, {
    hint: 'give heuristic, openai:NAME, anthropic:NAME or replay:FILE',
  });
}

/** Reads the address of a model, or throws `usage`. */
export function readEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url === null || !isPlain || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new PenumbraError('usage', 'the address of the model is no plain http or https address', {
      hint: 'write it as http://127.0.0.1:11434/v1, without user, password and parameters',
    });
  return url.href.replace(/\/+$/, '');
}

/** Returns the host of an address, and whether it is this machine. */
export function hostOf(endpoint: string): { readonly host: string; readonly isThisMachine: boolean } {
  const { host, hostname } = new URL(endpoint);
  return { host, isThisMachine: loopback.test(hostname) };
}

/**
 * Finds the key for an endpoint. A service's key is sent to that service only; any other address gets the key
 * set for it, or none.
 */
export function findModelKey(
  { provider, endpoint }: ModelSettings,
  environment: Environment = process.env,
): string | null {
  const service = services[provider];
  const isService = new URL(endpoint).origin === new URL(service.url).origin;
  const names = isService ? [OWN_KEY, service.keyName] : [OWN_KEY];
  const { isThisMachine } = hostOf(endpoint);
  const key =
    names.map((name) => environment[name]).find((value) => value) ??
    keyInFile(isService ? provider : 'other', environment);
  if (key === null && isService)
    throw new PenumbraError('invalid-configuration', `there is no key for ${new URL(endpoint).host}`, {
      hint: `set ${service.keyName}, or put the key into ${keyFile(provider, environment)}, readable by you alone`,
    });
  if (key !== null && !USABLE_KEY.test(key))
    throw new PenumbraError(
      'invalid-configuration',
      'the key of the model has other characters than keys have',
      {
        hint: 'see that it has no line break or space in it',
      },
    );
  if (key !== null && new URL(endpoint).protocol === 'http:' && !isThisMachine)
    throw new PenumbraError(
      'invalid-configuration',
      'a key is not sent to another machine without encryption',
      {
        hint: 'give an https address, or unset the key',
      },
    );
  return key;
}

function keyInFile(name: string, environment: Environment): string | null {
  const file = keyFile(name, environment);
  return isAbsolute(file) ? (readKeyFile(file, 'private')?.trim() ?? null) : null;
}

function keyFile(name: string, environment: Environment): string {
  return join(configDirectory(environment), 'models', `${name}.key`);
}
