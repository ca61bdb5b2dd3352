/** What the modules of the protocols have in common: the library's model, and the options it takes with each request. */
import type { createAnthropic } from '@ai-sdk/anthropic';
import type { ModelSettings } from '../../pipeline/agents/index.ts';

/** A model of the library, whatever the protocol. */
type LanguageModel = ReturnType<ReturnType<typeof createAnthropic>['languageModel']>;

/** How the library is asked. */
export type LanguageModelOptions = Parameters<LanguageModel['doStream']>[0];

/** A model of the library, opened. */
export type Provider = {
  readonly model: LanguageModel;
  readonly providerOptions: NonNullable<LanguageModelOptions['providerOptions']>;
};

/** Opens a model of a protocol; whatever it sends goes through `fetch`. */
export type OpenProvider = (options: {
  readonly settings: ModelSettings;
  readonly key: string | null;
  readonly fetch: typeof fetch;
}) => Provider;
