/** The help of the program with the commands that people need most; `penumbra help --all` shows the others, too. */
import { type Command, Help, type HelpConfiguration } from 'commander';

const mainCommands: ReadonlySet<string> = new Set([
  'why',
  'investigate',
  'prove',
  'runs',
  'show',
  'scan',
  'status',
  'get',
  'put',
  'history',
  'explain',
  'watch',
  'doctor',
  'help',
]);

/** Leaves the lesser commands out of the program's own help; they are still known to suggestions. */
export const shortHelp: HelpConfiguration = {
  formatHelp(command, helper) {
    const shown = command.parent === null ? withMainCommands(helper) : helper;
    return Help.prototype.formatHelp.call(shown, command, shown);
  },
};

function withMainCommands(helper: Help): Help {
  const visibleCommands = (command: Command): Command[] =>
    helper.visibleCommands(command).filter((each) => mainCommands.has(each.name()));
  return Object.assign(Object.create(helper) as Help, { visibleCommands });
}
