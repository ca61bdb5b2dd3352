/**
 * Descriptors that a child would inherit unasked: those this process was itself started with. Node keeps back what it
 * opens and the lowest of what it was given; the others nobody can close here without breaking what they are for.
 */
import type { StdioOptions } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

const CLOSES_ON_EXEC = 0o2000000;

type Stdio = Exclude<StdioOptions, string>;

/** Calls with channels that put the null device in the place of every descriptor a child should not have. */
export function withOnlyChannels<Result>(channels: Stdio, use: (channels: Stdio) => Result): Result {
  const leaking = inheritedDescriptors().filter((descriptor) => descriptor >= channels.length);
  if (leaking.length === 0) return use(channels);
  const nothing = openSync('/dev/null', 'r');
  try {
    const length = Math.max(...leaking) + 1;
    const all = Array.from({ length }, (_, index) => {
      if (index < channels.length) return channels[index];
      return leaking.includes(index) ? nothing : ('ignore' as const);
    });
    return use(all);
  } finally {
    closeSync(nothing);
  }
}

/** Returns the descriptors after the standard three that another program would get; none where nobody can tell. */
function inheritedDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo')
      .map(Number)
      .filter((descriptor) => descriptor > 2 && isInherited(descriptor));
  } catch {
    return [];
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags = ''] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) === 0;
  } catch {
    // It was open only for the listing.
    return false;
  }
}
