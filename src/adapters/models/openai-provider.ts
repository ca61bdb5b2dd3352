/** The one module that loads the client of the OpenAI protocol; it is imported when such a model is first asked. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { OpenProvider } from './provider.ts';

/** Its own service has another name for the bound, and refuses the one that everybody else knows. */
const OWN_SERVICE = 'api.openai.com';

/** Opens a model that any server of the protocol offers. */
export const openProvider: OpenProvider = ({ settings, key, fetch }) => {
  const isOwnService = new URL(settings.endpoint).hostname === OWN_SERVICE;
  const provider = createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: settings.endpoint,
    fetch,
    ...(key !== null && { apiKey: key }),
    includeUsage: true,
    // Many servers take a schema; one that does not is asked again without.
    supportsStructuredOutputs: true,
    ...(isOwnService && { transformRequestBody: renameBound }),
  });
  return {
    model: provider(settings.model),
    // Strict schemas may not have optional members, and ours have.
    providerOptions: { openaiCompatible: { strictJsonSchema: false } },
  };
};

function renameBound({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}
