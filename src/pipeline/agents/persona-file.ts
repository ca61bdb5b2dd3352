/**
 * Agents as YAML: reads a user's own, with the fields of an identity under `personas` as in the shipped files, and writes
 * them. Whatever does not fit is an error with line and column; nothing is guessed or passed over.
 */

import { Document, isCollection } from 'yaml';
import { cite, fields, listOf, PenumbraError } from '../../kernel/index.ts';
import { readYaml, type TextPlace } from '../../kernel/yaml.ts';
import { type AgentDraft, agentShape, defineAgent } from './define-agent.ts';
import type { AgentIdentity } from './identity.ts';

const MAX_PERSONAS = 64;

const fileShape = fields({ personas: listOf(agentShape, MAX_PERSONAS) }, ['personas']);

/** Parses agents from the text of a YAML file; `source` names the file in errors. */
export function parsePersonas(
  text: string,
  { source = 'personas.yaml' }: { readonly source?: string } = {},
): readonly AgentIdentity[] {
  const refuse = ({ line, column }: TextPlace, message: string): never => {
    throw new PenumbraError('invalid-configuration', `${source}:${line}:${column}: ${message}`, {
      data: { source, line, column },
      hint: 'the shipped personas/*.yaml show every field',
    });
  };
  const read = readYaml(text);
  if ('fault' in read) return refuse(read, read.fault);
  const [misfit] = fileShape(read.value, 'the file');
  if (misfit) refuse(read.keyAt(misfit.path), misfit.message);

  const { personas } = read.value as { readonly personas: readonly AgentDraft[] };
  const names = new Set<string>();
  const agents = personas.map((draft, index) => {
    // Tags and look-ups do not tell capitals apart.
    const name = draft.name.toLowerCase();
    if (names.has(name))
      refuse(read.keyAt(['personas', index, 'name']), `${cite(draft.name)} is named twice`);
    names.add(name);
    return defineAgent(draft);
  });
  return Object.freeze(agents);
}

const INLINE_FIELDS: readonly (keyof AgentIdentity)[] = ['colour', 'stepAffinity', 'tags', 'costProfile'];

/** Writes agents as a YAML file that opens with a comment. */
export function formatPersonas(agents: readonly AgentIdentity[], comment: string): string {
  const document = new Document({ personas: agents });
  document.commentBefore = comment.replace(/^/gm, ' ');
  for (const index of agents.keys()) {
    for (const field of INLINE_FIELDS) {
      const node = document.getIn(['personas', index, field], true);
      if (isCollection(node)) node.flow = true;
    }
  }
  // Quoted, because a block text that begins with blanks does not read back as it was.
  return document.toString({ lineWidth: 0, blockQuote: false });
}
