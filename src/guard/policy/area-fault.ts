/**
 * In which areas shipped commands can stand. The area of a set says what its commands do, and by it the gate knows where
 * a condition, a contract or a person's word is needed; so one that changes something is not to be called reading.
 */
import type { Area, CommandPair } from './policy.ts';

const CHANGES: Readonly<Record<string, readonly string[]>> = {
  file: ['write', 'edit', 'rename', 'patch', 'delete'],
  git: ['add', 'commit', 'push', 'pull'],
  context: ['put', 'synthesize', 'regenerate'],
};
const CHANGING: readonly Area[] = ['WRITE', 'DELETE', 'GIT'];
const RUNNING: readonly Area[] = ['EXEC'];

/** What is wrong with the area of a command, and what to do about it. */
export type AreaFault = { readonly message: string; readonly remedy: string };

/** Returns what is wrong with a command in a set of an area; of tools that do not ship, whoever brings them knows. */
export function findAreaFault({ tool, command }: CommandPair, area: Area): AreaFault | null {
  const fitting = areasOf(tool, command);
  if (fitting === null || fitting.includes(area)) return null;
  const does = fitting === RUNNING ? 'runs programs' : 'changes something';
  const remedy = `move it to a set of area ${fitting === RUNNING ? 'EXEC' : 'WRITE, DELETE or GIT'}`;
  return { message: `\`${tool} ${command}\` ${does}, and stands in a set of area ${area}`, remedy };
}

/** Returns the areas a command fits; null for one that fits all. */
function areasOf(tool: string, command: string): readonly Area[] | null {
  if (tool === 'exec' && command === 'run') return RUNNING;
  const changing = Object.hasOwn(CHANGES, tool) ? CHANGES[tool] : undefined;
  return changing?.includes(command) ? CHANGING : null;
}
