/**
 * Parses the text of a definition as YAML and validates the shape of every part, with locations for errors.
 */
import {
  fields,
  flag,
  listOf,
  mappingOf,
  oneOf,
  type Shape,
  satisfying,
  textLike,
  textUpTo,
  type ValuePath,
} from '../../kernel/index.ts';
import { readYaml, type TextPlace, type YamlText } from '../../kernel/yaml.ts';
import { allElements } from '../agents/index.ts';
import type { Definition } from './definition.ts';
import { finding, type PipelineFinding } from './finding.ts';

/** A parsed definition with a function that locates its parts. */
export type DefinitionText = Pick<YamlText, 'keyAt'> & { readonly definition: Definition };

const MAX_NODES = 500;
const MAX_EDGES = 2_000;
const MAX_FINDINGS = 100;
const MAX_TEXT = 10_000;

const name = named(
  /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
  'a name of ASCII letters, digits, dashes and underscores that begins with a letter, at most 64',
);
const edgeId = named(
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  'an id of letters, digits, dots and dashes, at most 64',
);
const terminal = textLike(
  /^_(?!any$)[a-z][a-z0-9_]{0,63}$/,
  'a terminal such as _done, beginning with an underscore (`_any` is no terminal)',
);
const place = textLike(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, 'the name of a node or terminal');
const field = named(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'a name of letters, digits and underscores, at most 64');
const label = textUpTo(500);
const expression = textUpTo(MAX_TEXT);
const element = oneOf([...allElements, 'iron']);
const configValue = satisfying(
  (value) =>
    typeof value === 'boolean' ||
    Number.isFinite(value) ||
    (typeof value === 'string' && value.length <= MAX_TEXT && value.isWellFormed()),
  'a text, a number, true or false',
);
const loopBound = satisfying(
  (value) =>
    (Number.isSafeInteger(value) && Number(value) >= 0) ||
    (typeof value === 'string' && value.length <= MAX_TEXT && value.isWellFormed()),
  'a whole number, or an expression over config',
);

const zone = fields({ nodes: listOf(name, MAX_NODES), element, stickiness: oneOf([0, 1, 2, 3]) }, ['nodes']);
const node = fields(
  { name, element, family: name, artifact: name, masks: listOf(name, 16), role: name, pipeline: name },
  ['name'],
);
const edge = fields(
  {
    id: edgeId,
    name,
    from: place,
    to: place,
    shortcut: flag,
    loop: flag,
    condition: label,
    when: expression,
    max: loopBound,
    advisory: flag,
    targets: listOf(place, 64),
    target: expression,
    set: mappingOf(field, configValue, 32),
  },
  ['id'],
);
const parts = {
  pipeline: name,
  description: textUpTo(4_000),
  extends: name,
  vars: mappingOf(field, configValue, 200),
  zones: mappingOf(name, zone, 100),
  nodes: listOf(node, MAX_NODES),
  edges: listOf(edge, MAX_EDGES),
  terminals: listOf(terminal, 64),
  start: name,
  done: terminal,
};
const whole = fields(parts, ['pipeline', 'nodes', 'start']);
const extension = fields(parts, ['pipeline', 'extends']);

/** Parses a text, or returns its findings. */
export function readDefinition(text: string): DefinitionText | readonly PipelineFinding[] {
  const yaml = readYaml(text);
  if ('fault' in yaml)
    return [
      yaml.kind === 'duplicate-key'
        ? finding(yaml, 'duplicate', yaml.fault, 'rename or remove one')
        : finding(yaml, 'yaml', yaml.fault, 'write plain YAML without aliases and tags'),
    ];
  const { value, keyAt } = yaml;
  const isExtension = typeof value === 'object' && value !== null && Object.hasOwn(value, 'extends');
  const misfits = (isExtension ? extension : whole)(value, 'a pipeline');
  if (misfits.length === 0) return { definition: value as Definition, keyAt };
  // Locating is slow, so the number of findings is limited; the rest appears once these are fixed.
  return misfits
    .slice(0, MAX_FINDINGS)
    .map(({ path, problem, message, remedy }) => finding(keyAt(path), problem, message, remedy));
}

/**
 * Validates names. INVARIANT (names are keys): a walk uses these names as record keys, so none may be a
 * property of every object.
 */
function named(pattern: RegExp, needs: string): Shape {
  const isFree = satisfying(
    (value) => !(String(value) in {}),
    'another name: every record has this one already',
  );
  const hasForm = textLike(pattern, needs);
  return (value, whole, path) => {
    const misfits = hasForm(value, whole, path);
    return misfits.length > 0 ? misfits : isFree(value, whole, path);
  };
}

/** Locates the parts of a definition in its text; further arguments lead into the part. */
export type Locator = {
  readonly at: (path: ValuePath) => TextPlace;
  readonly node: (name: string, ...inside: ValuePath) => TextPlace;
  readonly edge: (id: string, ...inside: ValuePath) => TextPlace;
  readonly zone: (name: string, ...inside: ValuePath) => TextPlace;
  /** Checks whether an edge is written in this text. */
  readonly hasEdge: (id: string) => boolean;
};

/** Makes the locator of a text. */
export function createLocator({ definition, keyAt }: DefinitionText): Locator {
  const nodes = firstIndexes((definition.nodes ?? []).map(({ name }) => name));
  const edges = firstIndexes((definition.edges ?? []).map(({ id }) => id));
  const find = (path: ValuePath | null): TextPlace => {
    const [key = ''] = path ?? [];
    return keyAt(path !== null && Object.hasOwn(definition, key) ? path : ['extends']);
  };
  const item = (list: string, index: number | undefined, inside: ValuePath) =>
    find(index === undefined ? null : [list, index, ...inside]);
  const { zones = {} } = definition;
  return {
    at: find,
    node: (name, ...inside) => item('nodes', nodes.get(name), inside),
    edge: (id, ...inside) => item('edges', edges.get(id), inside),
    zone: (name, ...inside) => find(Object.hasOwn(zones, name) ? ['zones', name, ...inside] : null),
    hasEdge: (id) => edges.has(id),
  };
}

/** Returns a locator that maps everything to one place, for text that refers to another file. */
export function locateAt(place: TextPlace): Locator {
  const here = () => place;
  return { at: here, node: here, edge: here, zone: here, hasEdge: () => false };
}

function firstIndexes(names: readonly string[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, name] of names.entries()) if (!indexes.has(name)) indexes.set(name, index);
  return indexes;
}
