// Every row, in the order of the table.

import type { Row } from '../row.ts';
import { canonicalHashRow } from './canonical-hash.ts';
import { changeRow } from './change.ts';
import { statusRow, warmScanProcessRow } from './commands.ts';
import { composeRow } from './compose.ts';
import { casbinDecisionRow, cedarDecisionRow, decisionRow } from './decisions.ts';
import { getRow } from './get.ts';
import { getNodeRow } from './get-node.ts';
import { guardedReadRow } from './guarded-read.ts';
import { distinctCasesRow, foldedFailuresRow } from './investigate.ts';
import { maskChainRow } from './masks.ts';
import { packCompileRow } from './pack-compile.ts';
import { putRow } from './put.ts';
import { putFrameRow } from './put-frame.ts';
import { reachRow } from './reach.ts';
import { recordedWalkRow } from './recorded-walk.ts';
import { firstScanRow, warmScanRow } from './scan.ts';
import { scanMemoryRow } from './scan-memory.ts';
import { importRows, startUpRow } from './start-up.ts';
import { stepRow } from './step.ts';
import { langGraphWalkRow, xstateWalkRow } from './walk.ts';

export const rows: readonly Row[] = [
  warmScanRow,
  warmScanProcessRow,
  firstScanRow,
  changeRow,
  getRow,
  getNodeRow,
  putRow,
  putFrameRow,
  composeRow,
  decisionRow,
  cedarDecisionRow,
  casbinDecisionRow,
  guardedReadRow,
  canonicalHashRow,
  packCompileRow,
  stepRow,
  recordedWalkRow,
  langGraphWalkRow,
  xstateWalkRow,
  maskChainRow,
  startUpRow,
  ...importRows,
  statusRow,
  distinctCasesRow,
  foldedFailuresRow,
  reachRow,
  scanMemoryRow,
];
