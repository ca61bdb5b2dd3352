/**
 * Declares a host's own tool as data. The declaration is read once and validated by the rules of the shipped
 * tools, so that any declared tool can be decided on.
 */
import { cite, deepFreeze, fields, type JsonSchema, PenumbraError, shownAs } from '../../kernel/index.ts';
import { type ArgumentSchema, jsonSchemaOf } from './argument-schema.ts';
import { type CommandDefinition, ownCommand, type PlaceTerms } from './own-command.ts';
import type { Annotations, Described, Tool, ToolCommand } from './tool-command.ts';
import type { DefinedTool } from './tool-services.ts';

/** The declaration of a tool; the argument types follow from the schemas. */
export type ToolDefinition<Arguments> = {
  readonly name: string;
  readonly description: string;
  readonly commands: { readonly [Command in keyof Arguments]: CommandDefinition<Arguments[Command]> };
};

// The names that a policy can contain.
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const PAIR = /^[A-Za-z][A-Za-z0-9_-]{0,63} [A-Za-z][A-Za-z0-9_-]{0,63}$/;

const defined = new WeakMap<DefinedTool, Tool>();
const nothing = fields({}, []);

/**
 * Declares a tool.
 *
 * @example
 * const notes = defineTool({ name: 'notes', description: 'Keeps notes.', commands: { count: { description: 'Counts lines.', annotations: { readOnly: true }, run: ({ place }) => count(place.read()) } } });
 * const tools = createTools(world, { tools: [notes] });
 */
export function defineTool<Arguments>(definition: ToolDefinition<Arguments>): DefinedTool {
  const { name, description, commands } = { ...definition };
  if (!isName(name)) throw unfit(`${cite(String(name))} is no name of a tool`, NAME_HINT);
  requireDescription(description, `tool \`${name}\``);
  const declared = Object.entries({ ...commands } as { readonly [command: string]: CommandDefinition });
  if (declared.length === 0) throw unfit(`tool \`${name}\` has no commands`, 'give it one');
  const own = declared.map(([command, given]) => [command, compile(given, { tool: name, command })] as const);
  const tool = Object.freeze({ name, description }) as DefinedTool;
  defined.set(tool, Object.freeze({ name, description, commands: Object.freeze(Object.fromEntries(own)) }));
  return tool;
}

/** Returns the compiled tool; throws if it was not made by `defineTool`. */
export function requireDefined(tool: DefinedTool): Tool {
  const found = defined.get(tool);
  if (found !== undefined) return found;
  throw unfit('an own tool is made by `defineTool`', 'give what `defineTool` returned');
}

const NAME_HINT = 'use letters, digits, dashes and underscores, with a letter first';

type CommandNames = { readonly tool: string; readonly command: string };

function compile(given: CommandDefinition, names: CommandNames): ToolCommand & Described {
  const { description, arguments: schema = nothing, places = {}, requireExists, run } = { ...given };
  const about = `command \`${names.tool} ${names.command}\``;
  if (!isName(names.command)) throw unfit(`${cite(names.command)} is no name of a command`, NAME_HINT);
  requireDescription(description, about);
  if (typeof run !== 'function') throw unfit(`${about} has no function \`run\``, 'add `run(call)`');
  const annotations = readAnnotations(given.annotations, about);
  const shown = showArguments(schema, about);
  const placed = readPlaces(places, { about, properties: shown.properties });
  const definition = { description, annotations, places: placed, run };
  return Object.freeze(
    ownCommand(
      holdSchema(schema, shown),
      requireExists === undefined ? definition : { ...definition, requireExists },
    ),
  );
}

function readAnnotations(given: Annotations, about: string): Annotations {
  const { readOnly, destructive, idempotent, openWorld } = { ...given };
  const known = { readOnly, destructive, idempotent, openWorld };
  if (typeof readOnly !== 'boolean')
    throw unfit(`${about} does not say whether it only reads`, 'add `annotations: { readOnly: … }`');
  return Object.freeze(
    Object.fromEntries(Object.entries(known).filter(([, value]) => typeof value === 'boolean')),
  ) as Annotations;
}

/** Captures the schema, whatever happens to the original later. */
function holdSchema(schema: ArgumentSchema, shown: JsonSchema): ArgumentSchema {
  if (typeof schema === 'function') return shownAs(schema, shown);
  const standard = schema['~standard'];
  const validate = standard.validate.bind(standard);
  return Object.freeze({ '~standard': { version: 1, validate, jsonSchema: { input: () => shown } } });
}

type Properties = { readonly [argument: string]: JsonSchema };

function showArguments(
  schema: ArgumentSchema,
  about: string,
): JsonSchema & { readonly properties: Properties } {
  const found = jsonSchemaOf(schema);
  if (found === undefined)
    throw unfit(
      `the arguments of ${about} cannot be shown as a JSON Schema`,
      'use zod from 4.2 on, another library with `~standard.jsonSchema`, or `fields` of penumbra/kernel',
    );
  const { $schema: _dialect, ...shown } = JSON.parse(JSON.stringify(found)) as {
    readonly properties?: Properties;
  } & JsonSchema;
  if (shown.type !== 'object') throw unfit(`the arguments of ${about} are no mapping`, 'describe an object');
  const { properties = {} } = shown;
  if (Object.hasOwn(properties, 'address'))
    throw unfit(
      `${about} takes an argument \`address\``,
      'every call has one: give the argument another name',
    );
  return deepFreeze({ ...shown, properties });
}

function readPlaces(
  places: NonNullable<CommandDefinition['places']>,
  { about, properties }: { readonly about: string; readonly properties: Properties },
): NonNullable<CommandDefinition['places']> {
  const read = Object.entries(places).map(([argument, terms]) => {
    if (!isAddressed(properties[argument]))
      throw unfit(
        `the place ${cite(argument)} of ${about} is no argument that takes an address`,
        'describe it as a text, or as a list of texts',
      );
    const { requireExists = true, as }: PlaceTerms = { ...terms };
    if (as !== undefined && !(typeof as === 'string' && PAIR.test(as)))
      throw unfit(
        `the place ${cite(argument)} of ${about} is decided as no command`,
        'write it like `file read`',
      );
    return [argument, Object.freeze(as === undefined ? { requireExists } : { requireExists, as })] as const;
  });
  return Object.freeze(Object.fromEntries(read));
}

function isAddressed(schema: JsonSchema | undefined): boolean {
  const { type, items } = schema ?? {};
  return type === 'string' || (type === 'array' && (items as JsonSchema | undefined)?.type === 'string');
}

function requireDescription(description: unknown, about: string): void {
  if (typeof description !== 'string' || description.trim() === '')
    throw unfit(`${about} has no description`, 'say in a sentence what it does');
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name);
}

function unfit(message: string, hint: string): PenumbraError {
  return new PenumbraError('invalid-configuration', message, { hint });
}
