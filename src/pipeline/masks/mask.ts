/**
 * Masks: capabilities worn at a node for one step. A mask edits a node's input or output and is independent
 * of any domain. It is validated before use.
 */

import { cite, isRecord, PenumbraError } from '../../kernel/index.ts';
import type { MaskWearers } from '../agents/index.ts';
import type { Artifact } from '../nodes/artifact.ts';
import type { NodeContext, NodeProcess } from '../nodes/node.ts';

/** A capability that wraps the work at a node. */
export type Mask = {
  readonly name: string;
  readonly description: string;
  readonly validNodes: readonly string[];
  /** Who may wear it; by default every agent on either side. */
  readonly wearers?: MaskWearers;
  /** Whether the mask is a restriction; a step that requires it never runs without it. */
  readonly restricts?: boolean;
  readonly wrap: (next: NodeProcess) => NodeProcess;
};

/** The edits of a data-only mask. */
export type MaskEdits = Omit<Mask, 'wrap'> & {
  readonly before: (context: NodeContext) => NodeContext;
  readonly after?: (artifact: Artifact, context: NodeContext) => Artifact;
};

/** Makes a mask that edits the context before the node and the artifact after it. */
export function defineMask({ before, after = (artifact) => artifact, ...mask }: MaskEdits): Mask {
  return Object.freeze({
    ...mask,
    wrap:
      (next: NodeProcess): NodeProcess =>
      async (context) => {
        const edited = before(context);
        const artifact = await next(edited);
        // Only edit artifacts, so that an invalid value is not turned into one.
        return isRecord(artifact?.data) ? after(artifact, edited) : artifact;
      },
  });
}

const LONGEST_NAME = 64;

/** The fields of a mask and their validators. */
const needs: readonly (readonly [keyof Mask, string, (value: unknown) => boolean])[] = [
  ['name', `a text of at most ${LONGEST_NAME} characters`, isName],
  ['description', 'a text', (value) => value === undefined || typeof value === 'string'],
  ['validNodes', 'a list of names of nodes', isNames],
  [
    'wearers',
    'a mapping with alignment, positions or names',
    (value) => value === undefined || isWearers(value),
  ],
  ['restricts', 'true or false', (value) => value === undefined || typeof value === 'boolean'],
  ['wrap', 'a function', (value) => typeof value === 'function'],
];

/** Returns a valid mask, or throws what is wrong with it. */
export function requireMask(value: unknown): Mask {
  if (typeof value !== 'object' || value === null) throw notAMask('this is not a mask', {});
  const mask = value as Mask;
  const called = isName(mask.name) ? ` of ${cite(mask.name)}` : '';
  for (const [field, need, fits] of needs)
    if (!fits(mask[field]))
      throw notAMask(`\`${field}\`${called} needs ${need}`, { field, ...(called && { mask: mask.name }) });
  return mask;
}

/** Throws if a mask is not valid at a node. */
export function requireValid({ name, validNodes }: Mask, node: string): void {
  if (validNodes.includes(node)) return;
  throw new PenumbraError('mask-not-valid', `\`${name}\` cannot be worn at \`${node}\``, {
    data: { mask: name, node, validNodes: Object.freeze([...validNodes]) },
    hint: `it can be worn at ${validNodes.join(', ') || 'no node'}`,
  });
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every(isName);
}

function isWearers(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { alignment, positions = [], names = [], ...others } = value as NonNullable<Mask['wearers']>;
  const isSide = alignment === undefined || alignment === 'light' || alignment === 'shadow';
  // A misspelt key would let everyone wear the mask.
  return isSide && isNames(positions) && isNames(names) && Object.keys(others).length === 0;
}

function notAMask(message: string, data: object): PenumbraError {
  return new PenumbraError('mask-not-valid', message, {
    data: { ...data },
    hint: 'a mask is {name, description, validNodes, wrap(next)}; `defineMask` makes one of data',
  });
}
