/**
 * The tools for who uses the guard as a library: files and git of this machine, and an audit in memory. Contracts,
 * approvals, programs and an audit that lasts come with `openGuardSession`.
 */
import { type AuditTrail, openAuditTrail, type World } from '../../../guard/index.ts';
import { assertInvariant } from '../../../kernel/index.ts';
import { createMemoryStore } from '../../../ledger/index.ts';
import { createTools, type ToolSet, type Tools } from '../../../tools/index.ts';
import { systemClock } from '../../system-clock.ts';
import { systemRandomness } from '../../system-randomness.ts';
import { groundOf } from './create-local-world.ts';
import { openRootPorts } from './open-root-ports.ts';
import { readingOf } from './reading-of.ts';

/**
 * Makes the tools that act in a world; what is given takes the place of what is brought.
 *
 * @example
 * const tools = createTools(world);
 * const { reply } = await tools.call({ tool: 'file', command: 'read', address: 'root:repo/README.md' });
 */
export function createLocalTools(world: World, given: Partial<ToolSet> = {}): Tools {
  const local = groundOf(world);
  const disk = given.disk ?? local?.disk;
  assertInvariant(disk, 'tools of a world with a disk of its own are given that disk');
  return createTools(world, {
    hostRoots: [],
    ...(local !== undefined && openRootPorts(local.roots, local)),
    trail: trailInMemory(),
    ...given,
    disk: readingOf(disk),
  });
}

/** Opened when something is first put on record. */
function trailInMemory(): AuditTrail {
  let opening: ReturnType<typeof openAuditTrail> | undefined;
  const open = () => {
    opening ??= openAuditTrail(
      { store: createMemoryStore(), clock: systemClock },
      { randomness: systemRandomness },
    );
    return opening;
  };
  return {
    note: async (entry) => (await open()).note(entry),
    record: async (entry) => (await open()).record(entry),
    flush: async () => (await open()).flush(),
  };
}
