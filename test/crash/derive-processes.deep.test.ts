// Other numbers of processes that derive frames of one workspace at once than in derive-processes.test.ts.

import { test } from 'vitest';
import { checkTogether, derivationsBy } from './derivations.ts';

test.each(derivationsBy({ SQLite: 4, PostgreSQL: 2 }))(
  '$processes processes that $act at once on $name do it as one would',
  checkTogether,
);
