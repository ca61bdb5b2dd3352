/**
 * The subpath `./guard`: the guard, and the engine's way to open it over real directories. `createWorld` and
 * `createTools` are those of the engine, which bring the disk of this machine.
 */
export type { WorkspaceContext } from './engine/guard/context-services.ts';
export {
  createLocalTools as createTools,
  createLocalWorld as createWorld,
} from './engine/guard/create-local-world.ts';
export type { GuardSession, GuardSessionOptions, PersonAtHand } from './engine/guard/open-guard-session.ts';
export * from './guard/index.ts';
export { openContextServices, openGuardSession } from './on-first-use.ts';
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
