// Every row, in the order of the table.

import type { Row } from '../row.ts';
import { canonicalHashRow } from './canonical-hash.ts';
import { getRow } from './get.ts';
import { distinctCasesRow, foldedFailuresRow } from './investigate.ts';
import { putRow } from './put.ts';
import { startUpRow } from './start-up.ts';

export const rows: readonly Row[] = [
  getRow,
  putRow,
  canonicalHashRow,
  startUpRow,
  distinctCasesRow,
  foldedFailuresRow,
];
