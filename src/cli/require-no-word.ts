/** For commands that list without a name: what is no command of theirs comes to the list. */
import type { Command } from 'commander';
import { cite, didYouMean, PenumbraError } from '../kernel/index.ts';

/** Throws `usage` where a word follows a command whose list takes none, with the nearest command it has. */
export function requireNoWord(parent: Command, { args: [word] }: Command): void {
  if (word === undefined) return;
  const names = parent.commands.map((command) => command.name());
  if (parent.args[0] === 'list')
    throw new PenumbraError('usage', `\`${parent.name()} list\` takes no arguments`, {
      hint: 'leave out what follows it',
    });
  throw new PenumbraError('usage', `unknown command ${cite(word)}${didYouMean(word, names)}`, {
    hint: `use one of: ${names.join(', ')}`,
  });
}
