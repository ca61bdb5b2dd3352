/** What the protocol modules share: the library's model, and the options it takes with each request. */
import type { createAnthropic } from '@ai-sdk/anthropic';
import type { ModelSettings } from '../../pipeline/agents/index.ts';

/** A model of the library, whatever the protocol. */
type LanguageModel = ReturnType<ReturnType<typeof createAnthropic>['languageModel']>;

/** The options of a request to the library. */
export type LanguageModelOptions = Parameters<LanguageModel['doStream']>[0];

/** An opened model of the library. */
export type Provider = {
  readonly model: LanguageModel;
  readonly providerOptions: NonNullable<LanguageModelOptions['providerOptions']>;
};

/** Opens a model of a protocol; everything it sends goes through `fetch`. */
export type OpenProvider = (options: {
  readonly settings: ModelSettings;
  readonly key: string | null;
  readonly fetch: typeof fetch;
}) => Provider;
