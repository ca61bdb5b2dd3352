/** The tool `contract`: opens and closes the declared piece of work that a session is limited to. */
import type { SessionCommand } from '../calls/tool-command.ts';

/** The commands of `contract`. */
export const contractTool: { readonly [command: string]: SessionCommand } = {};
