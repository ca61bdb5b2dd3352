/** What every mask must be before anybody wears it: of the right shape, and at a node where it works. */
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { Mask } from './mask.ts';

const LONGEST_NAME = 64;

/** The fields of a mask, and what each needs. */
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

/** Returns a value that is a mask, or throws what is wrong with it. */
export function requireMask(value: unknown): Mask {
  if (typeof value !== 'object' || value === null) throw notAMask('this is not a mask', {});
  const mask = value as Mask;
  const called = isName(mask.name) ? ` of ${cite(mask.name)}` : '';
  for (const [field, need, fits] of needs)
    if (!fits(mask[field]))
      throw notAMask(`\`${field}\`${called} needs ${need}`, { field, ...(called && { mask: mask.name }) });
  return mask;
}

/** Throws where a mask is not valid at a node. */
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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { alignment, positions = [], names = [], ...others } = value as NonNullable<Mask['wearers']>;
  const isSide = alignment === undefined || alignment === 'light' || alignment === 'shadow';
  // A misspelt key would let everybody wear the mask.
  return isSide && isNames(positions) && isNames(names) && Object.keys(others).length === 0;
}

function notAMask(message: string, data: object): PenumbraError {
  return new PenumbraError('mask-not-valid', message, {
    data: { ...data },
    hint: 'a mask is {name, description, validNodes, wrap(next)}; `defineMask` makes one of data',
  });
}
