/**
 * The contract of the store port as a list of checks, for any implementation under any test runner:
 *
 *     for (const check of storeContract) test(check.name, () => check.run(async () => openMyStore(freshPlace())));
 */
import { atomicityChecks } from './store-contract/atomicity.ts';
import { concurrencyChecks } from './store-contract/concurrency.ts';
import { limitChecks } from './store-contract/limits.ts';
import { logChecks } from './store-contract/logs.ts';
import { maintenanceChecks } from './store-contract/maintenance.ts';
import { objectChecks } from './store-contract/objects.ts';
import { persistenceChecks } from './store-contract/persistence.ts';
import { preconditionChecks } from './store-contract/preconditions.ts';
import { rangeChecks } from './store-contract/ranges.ts';
import { rewriteChecks } from './store-contract/rewrites.ts';
import type { StoreCheck } from './store-contract/store-check.ts';

/** What every store promises; each check opens one empty store. */
export const storeContract: readonly StoreCheck[] = [
  ...objectChecks,
  ...rangeChecks,
  ...logChecks,
  ...preconditionChecks,
  ...atomicityChecks,
  ...limitChecks,
  ...concurrencyChecks,
  ...maintenanceChecks,
  ...rewriteChecks,
];

/** What stores promise that outlive the process; each check opens the same place, empty at first, more than once. */
export const persistenceContract: readonly StoreCheck[] = persistenceChecks;
