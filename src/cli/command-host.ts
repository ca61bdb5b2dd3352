/** What every command gets from the program. */
import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** The program to add a command to, its voice, and the way to end with another exit code than 0. */
export type CommandHost = {
  readonly program: Command;
  readonly terminal: Terminal;
  readonly exitWith: (code: number) => void;
};
