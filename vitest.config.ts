// The tests in four parts: `unit` beside the code and quick, `rooms` across rooms, with processes and databases of their
// own, `alone` for what needs a worker for itself, `deep` for what takes long. `npm run test:deep` runs the last,
// `npm test` the others.

import { defineConfig } from 'vitest/config';
import { useQuickPlaces } from './test/support/quick-places.ts';

useQuickPlaces();

const postgres = ['test/support/postgres-server.ts'];

// Tests with real processes, servers and disks: on a build machine one that fails is tried once more, and the end of the
// run names it (scripts/closing-line.ts). At a desk nothing is tried twice, nor are deep tests, which take too long.
const retry = process.env.CI ? 1 : 0;

/** Where no test needs a worker for itself: what one changes in its process it puts back. */
const inOneProcess = [
  'adapters',
  'context',
  'contract',
  'court',
  'crash',
  'e2e',
  'engine',
  'guard',
  'leaks',
  'ledger',
  'lens',
  'mcp',
  'pipeline',
  'property',
  'rca',
  'redteam',
  'support',
];
const rooms = inOneProcess.map((folder) => `test/${folder}/**/*.test.ts`);
const deep = 'test/**/*.deep.test.ts';

// When a test is taken to hang: far more than any takes, also where the machine is busy with ten other things.
const hangMs = 3 * 60_000;

export default defineConfig({
  test: {
    reporters: ['default', './scripts/closing-line.ts'],
    // Vitest leaves one processor to itself, which on a small machine is half of all; it needs little of it.
    maxWorkers: '100%',
    // Without isolation the files of one worker share the modules they load, which takes a third of the time of small
    // ones. A test there leaves nothing behind in its process, and puts back what it changes.
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          isolate: false,
          setupFiles: ['test/support/hold-to-cpu-time.ts'],
          testTimeout: hangMs,
          hookTimeout: hangMs,
        },
      },
      {
        test: {
          name: 'rooms',
          retry,
          include: rooms,
          exclude: [deep],
          isolate: false,
          globalSetup: postgres,
          testTimeout: hangMs,
          hookTimeout: hangMs,
        },
      },
      {
        test: {
          name: 'alone',
          retry,
          include: ['test/**/*.test.ts'],
          exclude: [deep, ...rooms],
          testTimeout: hangMs,
          hookTimeout: hangMs,
        },
      },
      {
        test: {
          name: 'deep',
          include: [deep],
          globalSetup: postgres,
          testTimeout: 15 * 60_000,
          hookTimeout: 5 * 60_000,
        },
      },
    ],
  },
});
