/** Describes the tools to hosts: what each command takes and does, but never what is granted. */
import type { JsonSchema } from '../kernel/index.ts';
import { jsonSchemaOf } from './calls/argument-schema.ts';
import type { Annotations, SessionCommand, ToolCommand } from './calls/tool-command.ts';
import { toolLimits } from './calls/tool-limits.ts';
import type { DefinedTool } from './calls/tool-services.ts';
import { createToolTable } from './tool-table.ts';

/** A command as listed to a host; the annotations have the names used by MCP. */
export type ToolSchema = {
  /** A name for hosts that only know tools, such as `file_read`. */
  readonly name: string;
  readonly tool: string;
  readonly command: string;
  readonly description: string;
  /** The arguments, including the address of the call if it has one. */
  readonly inputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
};

/**
 * Returns the commands of all tools, the shipped ones first. The list is the same for everyone; what is
 * granted only shows when acting.
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
  // Commands about the session itself have no place.
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
