/**
 * The only module that loads the client of the OpenAI protocol; it is imported when such a model is first
 * asked.
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { OpenProvider } from './provider.ts';

/** OpenAI's own service has another name for the token limit, and rejects the one used everywhere else. */
const OWN_SERVICE = 'api.openai.com';

/** Opens a model on any server of the protocol. */
export const openProvider: OpenProvider = ({ settings, key, fetch }) => {
  const isOwnService = new URL(settings.endpoint).hostname === OWN_SERVICE;
  const provider = createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: settings.endpoint,
    fetch,
    ...(key !== null && { apiKey: key }),
    includeUsage: true,
    // Many servers accept a schema; one that does not is asked again without it.
    supportsStructuredOutputs: true,
    ...(isOwnService && { transformRequestBody: renameBound }),
  });
  return {
    model: provider(settings.model),
    // Strict schemas must not have optional members, and ours do.
    providerOptions: { openaiCompatible: { strictJsonSchema: false } },
  };
};

function renameBound({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}
