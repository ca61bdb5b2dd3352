/** The tool `dir`: the home of a session, and the directories below it. */
import type { ToolCommands } from '../calls/tool-command.ts';

/** The commands of `dir`. */
export const dirTool: ToolCommands = {};
