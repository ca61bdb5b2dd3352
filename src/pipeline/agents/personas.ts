/**
 * The built-in agents, four that propose and four that review. They are defined here because the module needs
 * no file system and so works in every host. `personas/*.yaml` is generated from it (personas.test.ts keeps
 * them equal) for users to copy, edit and load with `parsePersonas`.
 */

import { Document, isCollection } from 'yaml';
import { cite, fields, listOf, PenumbraError } from '../../kernel/index.ts';
import { readYaml, type TextPlace } from '../../kernel/yaml.ts';
import { type AgentDraft, type AgentIdentity, agentShape, defineAgent } from './define-agent.ts';

const proposer = { alignment: 'light', role: 'writer', tags: ['proposer'] } as const;
const reviewer = { alignment: 'shadow', role: 'writer', tags: ['reviewer'] } as const;

/** The built-in agents, in the order that breaks the last tie. */
export const personas: readonly AgentIdentity[] = Object.freeze([
  defineAgent({
    ...proposer,
    name: 'Herald',
    colour: { name: 'Crimson', hex: '#DC143C' },
    element: 'fire',
    position: 'PG',
    stickiness: 0,
    stepAffinity: {
      recall: 0.9,
      triage: 0.8,
      resolve: 0.3,
      investigate: 0.2,
      correlate: 0.3,
      review: 0.4,
      report: 0.5,
    },
    preamble:
      'You come first. Decide quickly from what is already known, and say so when nothing known fits.',
  }),
  defineAgent({
    ...proposer,
    name: 'Seeker',
    colour: { name: 'Cerulean', hex: '#007BA7' },
    element: 'water',
    position: 'C',
    stickiness: 3,
    stepAffinity: {
      recall: 0.2,
      triage: 0.3,
      resolve: 0.6,
      investigate: 0.9,
      correlate: 0.7,
      review: 0.5,
      report: 0.3,
    },
    preamble: 'You go deep. Follow the evidence to its source before you name a cause.',
  }),
  defineAgent({
    ...proposer,
    name: 'Sentinel',
    colour: { name: 'Cobalt', hex: '#0047AB' },
    element: 'earth',
    position: 'PF',
    stickiness: 2,
    stepAffinity: {
      recall: 0.3,
      triage: 0.4,
      resolve: 0.9,
      investigate: 0.6,
      correlate: 0.5,
      review: 0.7,
      report: 0.4,
    },
    preamble: 'You stand firm. Settle where to look, and keep only what can be checked.',
  }),
  defineAgent({
    ...proposer,
    name: 'Weaver',
    colour: { name: 'Amber', hex: '#FFBF00' },
    element: 'air',
    position: 'SG',
    stickiness: 1,
    stepAffinity: {
      recall: 0.3,
      triage: 0.4,
      resolve: 0.4,
      investigate: 0.5,
      correlate: 0.8,
      review: 0.9,
      report: 0.9,
    },
    preamble: 'You see the whole. Join what the others found, and say plainly what it amounts to.',
  }),
  // Reviewer affinities are chosen so that the highest at each node is the default seat: Challenger
  // prosecutes (indict), Abyss defends (discover, defend), Bulwark is the expert (hearing), Specter judges
  // (verdict).
  defineAgent({
    ...reviewer,
    name: 'Challenger',
    colour: { name: 'Scarlet', hex: '#FF2400' },
    element: 'fire',
    position: 'PG',
    stickiness: 0,
    stepAffinity: { indict: 0.9, discover: 0.3, defend: 0.4, hearing: 0.5, verdict: 0.2 },
    preamble: 'You strike early. Put the strongest case first, and drop at once what you cannot prove.',
  }),
  defineAgent({
    ...reviewer,
    name: 'Abyss',
    colour: { name: 'Sapphire', hex: '#0F52BA' },
    element: 'water',
    position: 'C',
    stickiness: 3,
    stepAffinity: { indict: 0.4, discover: 0.9, defend: 0.9, hearing: 0.6, verdict: 0.3 },
    preamble:
      'You look under the surface. Find what an explanation leaves out, and whether another one holds more.',
  }),
  defineAgent({
    ...reviewer,
    name: 'Bulwark',
    colour: { name: 'Iron', hex: '#48494B' },
    element: 'diamond',
    position: 'PF',
    stickiness: 2,
    stepAffinity: { indict: 0.5, discover: 0.6, defend: 0.6, hearing: 0.9, verdict: 0.5 },
    preamble:
      'You are exact. Hold every claim against the bytes it cites, and let nothing pass that they do not say.',
  }),
  defineAgent({
    ...reviewer,
    name: 'Specter',
    colour: { name: 'Obsidian', hex: '#3C3C3C' },
    element: 'lightning',
    position: 'SG',
    stickiness: 0,
    stepAffinity: { indict: 0.3, discover: 0.2, defend: 0.3, hearing: 0.4, verdict: 0.9 },
    preamble: 'You see what is decisive. Weigh only what still stands, and admit it when that is not enough.',
  }),
]);

/** Returns the built-in agent with a name, ignoring case, or null. */
export function personaByName(name: string): AgentIdentity | null {
  return personas.find((persona) => persona.name.toLowerCase() === name.toLowerCase()) ?? null;
}

const MAX_PERSONAS = 64;

const fileShape = fields({ personas: listOf(agentShape, MAX_PERSONAS) }, ['personas']);

/** Parses agents from YAML; `source` names the file in errors. */
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
    // Tags and look-ups ignore case.
    const name = draft.name.toLowerCase();
    if (names.has(name))
      refuse(read.keyAt(['personas', index, 'name']), `${cite(draft.name)} is named twice`);
    names.add(name);
    return defineAgent(draft);
  });
  return Object.freeze(agents);
}

const INLINE_FIELDS: readonly (keyof AgentIdentity)[] = ['colour', 'stepAffinity', 'tags', 'costProfile'];

/** Formats agents as YAML with a leading comment. */
export function formatPersonas(agents: readonly AgentIdentity[], comment: string): string {
  const document = new Document({ personas: agents });
  document.commentBefore = comment.replace(/^/gm, ' ');
  for (const index of agents.keys()) {
    for (const field of INLINE_FIELDS) {
      const node = document.getIn(['personas', index, field], true);
      if (isCollection(node)) node.flow = true;
    }
  }
  // Quoted, because a block scalar with leading spaces does not round-trip.
  return document.toString({ lineWidth: 0, blockQuote: false });
}
