/** What hosts are told of the tools: what each command takes and does, and never what is granted. */
import type { JsonSchema } from '../kernel/index.ts';
import { jsonSchemaOf } from './calls/argument-schema.ts';
import type { Annotations, SessionCommand, ToolCommand } from './calls/tool-command.ts';
import { toolLimits } from './calls/tool-limits.ts';
import type { DefinedTool } from './calls/tool-services.ts';
import { createToolTable } from './tool-table.ts';

/** A command as a host lists it; the annotations have the names that MCP gives them. */
export type ToolSchema = {
  /** A name for hosts that know tools only, as in `file_read`. */
  readonly name: string;
  readonly tool: string;
  readonly command: string;
  readonly description: string;
  /** The arguments, with the address of the call among them where it has one. */
  readonly inputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
};

/**
 * Returns the commands of all tools, the shipped ones first. The list is the same for everybody: who may do what is
 * learned by acting.
 */
export function toolSchemas(own: readonly DefinedTool[] = []): readonly ToolSchema[] {
  return Object.freeze(
    createToolTable(own).list.map(({ tool, name, command, one }) =>
      Object.freeze({
        name,
        tool,
        command,
        description: one.description,
        inputSchema: inputOf(one),
        annotations: hintsOf(one.annotations),
      }),
    ),
  );
}

function inputOf(command: ToolCommand | SessionCommand): JsonSchema {
  const shown = jsonSchemaOf(command.shape) ?? { type: 'object' };
  const {
    $schema: _dialect,
    properties = {},
    required = [],
    ...rest
  } = shown as {
    readonly properties?: JsonSchema;
    readonly required?: readonly string[];
  } & JsonSchema;
  // What is done in the session itself is done at no place.
  if (command.needs === 'contracts') return { ...rest, properties, required };
  return {
    ...rest,
    properties: { address: addressOf(command), ...properties },
    required: ['address', ...required],
  };
}

function addressOf(command: ToolCommand | SessionCommand): JsonSchema {
  const isFromHome = 'isFromHome' in command && command.isFromHome === true;
  const description = isFromHome
    ? 'the address of the place, or a path below the home; empty for the home'
    : 'the address of the place, as in `root:repo/src/a.ts`';
  return { type: 'string', maxLength: toolLimits.notedAddressLength, description };
}

function hintsOf({
  readOnly,
  destructive = !readOnly,
  idempotent = readOnly,
  openWorld = true,
}: Annotations): ToolSchema['annotations'] {
  return Object.freeze({
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  });
}
