/** The process groups of runs that are under way: none of them outlives this process, as far as it can help. */

const live = new Set<number>();
let guards = 0;
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Kills a process group; one that is gone is no fault. */
export function killGroup(group: number): void {
  try {
    process.kill(process.platform === 'win32' ? group : -group, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}

/** Sees to it that the group of a run is killed when this process ends. */
export type GroupGuard = { watch(group: number): void; release(): void };

/** Opens a guard; before a run is started, so that no signal falls in between. */
export function openGroupGuard(): GroupGuard {
  if (guards === 0) listen();
  guards += 1;
  let watched: number | undefined;
  return {
    watch: (group) => {
      watched = group;
      live.add(group);
    },
    release: () => {
      if (watched !== undefined) live.delete(watched);
      guards -= 1;
      if (guards === 0) stopListening();
    },
  };
}

function listen(): void {
  process.on('exit', killAll);
  // First of all listeners: another one may stop listening when it is told, and would not be seen any more.
  for (const signal of ENDING_SIGNALS) process.prependListener(signal, endBy);
}

function stopListening(): void {
  process.off('exit', killAll);
  for (const signal of ENDING_SIGNALS) process.off(signal, endBy);
}

function killAll(): void {
  for (const group of live) killGroup(group);
}

/** Ends as if nobody had listened; where somebody else does, the end is theirs to bring about. */
function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}
