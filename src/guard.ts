/**
 * The subpath `./guard`: the guard, and the engine's way to open it over real directories. `createWorld` and
 * `createTools` are those of the engine, which bring the disk of this machine.
 */
export {
  createLocalTools as createTools,
  createLocalWorld as createWorld,
  type GuardSession,
  type GuardSessionOptions,
  openContextServices,
  openGuardSession,
  type PersonAtHand,
  type WorkspaceContext,
} from './engine/guard/index.ts';
export * from './guard/index.ts';
export {
  type Annotations,
  type ArgumentSchema,
  type CallOptions,
  type CommandCall,
  type CommandDefinition,
  type DefinedTool,
  defineTool,
  type OpenQuestion,
  type PlaceHandle,
  type PlaceTerms,
  type StandardSchema,
  type ToolDefinition,
  type ToolRequest,
  type ToolResult,
  type ToolSchema,
  type ToolSet,
  type Tools,
  toolSchemas,
} from './tools/index.ts';
