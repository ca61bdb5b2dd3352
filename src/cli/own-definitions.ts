/** The options by which a person's own pipeline and masks take part in a run; every command on the run needs the same. */
import type { Command } from 'commander';
import { once } from './once.ts';

/** The values of these options. */
export type OwnFlags = { readonly pipeline?: string; readonly masks?: string };

/** Adds the options to a command. */
export function addOwnDefinitions(command: Command): Command {
  return command
    .option('--pipeline <file>', 'your own definition of the light path', once('--pipeline'))
    .option('--masks <module>', 'a module with masks of your own', once('--masks'));
}

/** Returns what was given. */
export function ownDefinitions({ pipeline, masks }: OwnFlags): OwnFlags {
  return { ...(pipeline !== undefined && { pipeline }), ...(masks !== undefined && { masks }) };
}
