/** The tool `exec`: runs what a token rule, a person's approval or the operator's own command line allows. */
import type { ToolCommands } from '../calls/tool-command.ts';

/** The commands of `exec`. */
export const execTool: ToolCommands = {};
