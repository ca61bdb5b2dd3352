// Holds every unit test to a time of the processor (a vitest setup file). By the clock on the wall a quick test fails
// where the machine is busy with something else; by this one it fails where it is slow itself.

import { beforeEach } from 'vitest';

/** Several times what the longest takes, for a processor that is shared does less in its time, too. */
const MOST_CPU_MS = 20_000;

beforeEach(() => {
  const began = process.cpuUsage();
  return () => {
    const cpuMs = process.cpuUsage(began).user / 1_000;
    if (cpuMs > MOST_CPU_MS)
      throw new Error(`a unit test may take ${MOST_CPU_MS} ms of the processor, this one took ${cpuMs}`);
  };
});
