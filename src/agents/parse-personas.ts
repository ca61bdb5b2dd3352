/**
 * Reads a user's own agents from YAML: the fields of an identity under `personas`, as in the shipped files. Whatever
 * does not fit is an error with line and column; nothing is guessed or passed over.
 */
import { type AgentDraft, defineAgent, findAgentFault } from './define-agent.ts';
import type { AgentIdentity } from './identity.ts';
import { parseYaml } from './parse-yaml.ts';
import { describeFault, fields, listOf } from './value-check.ts';

const MAX_PERSONAS = 64;

const findFileFault = fields({ personas: listOf(() => null, MAX_PERSONAS) }, ['personas']);

/** Parses agents from the text of a YAML file; `source` names the file in errors. */
export function parsePersonas(
  text: string,
  { source = 'personas.yaml' }: { readonly source?: string } = {},
): readonly AgentIdentity[] {
  const hint = 'the shipped personas/*.yaml show every field';
  const { value, refuse } = parseYaml(text, { source, hint });
  const fileFault = findFileFault(value);
  if (fileFault) refuse(fileFault.path, describeFault(fileFault, 'the file'));

  const { personas } = value as { readonly personas: readonly AgentDraft[] };
  const names = new Set<string>();
  const agents = personas.map((draft, index) => {
    const fault = findAgentFault(draft);
    if (fault) refuse(['personas', index, ...fault.path], describeFault(fault, 'an agent'));
    // Tags and look-ups do not tell capitals apart.
    const name = draft.name.toLowerCase();
    if (names.has(name)) refuse(['personas', index, 'name'], `\`${draft.name}\` is named twice`);
    names.add(name);
    return defineAgent(draft);
  });
  return Object.freeze(agents);
}
