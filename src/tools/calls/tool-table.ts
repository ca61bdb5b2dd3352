/** Every tool and its commands; which of them are granted where is for the policy to say. */
import { contextTool } from '../context/context-tool.ts';
import { fileTool } from '../file/file-tool.ts';
import { gitTool } from '../git/git-tool.ts';
import { searchTool } from '../search/search-tool.ts';
import type { ToolCommand, ToolCommands } from './tool-command.ts';

const tools: { readonly [tool: string]: ToolCommands } = {
  file: fileTool,
  git: gitTool,
  search: searchTool,
  context: contextTool,
};

const table = new Map(
  Object.entries(tools).map(([tool, commands]) => [tool, new Map(Object.entries(commands))]),
);

/** Returns a command of a tool, if there is one. */
export function findCommand(tool: string, command: string): ToolCommand | undefined {
  return table.get(tool)?.get(command);
}
