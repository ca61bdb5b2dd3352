/**
 * The only module that loads the client of the Anthropic protocol; it is imported when such a model is first
 * asked.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import type { OpenProvider } from './provider.ts';

/** Opens a model of the Messages protocol. */
export const openProvider: OpenProvider = ({ settings, key, fetch }) => ({
  // Without a key the client would look for one in the environment, whatever the endpoint.
  model: createAnthropic({ baseURL: settings.endpoint, apiKey: key ?? '', fetch })(settings.model),
  // By default the client forces a tool on models it does not know.
  providerOptions: { anthropic: { structuredOutputMode: 'outputFormat' } },
});
