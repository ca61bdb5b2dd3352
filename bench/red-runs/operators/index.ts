/** All fault operators, those of the product first. */
import { lostCopy, swappedArguments } from './calls.ts';
import { invertedCondition, weakenedCondition } from './conditions.ts';
import { changedConfiguration, lostFileMode, lostFixture, missingDependency } from './environment.ts';
import { brokenErrorHandling } from './errors.ts';
import { removedExport, renamedProperty, syntaxError } from './names.ts';
import type { Operator } from './operator.ts';
import { changedPattern } from './patterns.ts';
import { missingService } from './services.ts';
import { deletedBranch, movedStatement, removedGuard, staleCache, wrongReturn } from './statements.ts';
import { changedFixture, flakyTest, wrongExpectation } from './test-faults.ts';
import { offByOne, wrongConstant, wrongDefault, wrongFunction } from './values.ts';

export { applyReplacements, type Operator, type Site } from './operator.ts';

/** Operators that break the product. */
export const productOperators: readonly Operator[] = [
  wrongDefault,
  swappedArguments,
  removedGuard,
  brokenErrorHandling,
  offByOne,
  changedPattern,
  invertedCondition,
  weakenedCondition,
  wrongConstant,
  wrongReturn,
  renamedProperty,
  removedExport,
  movedStatement,
  deletedBranch,
  wrongFunction,
  staleCache,
  lostCopy,
  syntaxError,
];

/** Operators that break something else; each kind takes its turn. */
export const otherOperators: readonly Operator[] = [
  wrongExpectation,
  changedConfiguration,
  flakyTest,
  changedFixture,
  missingDependency,
  missingService,
  wrongExpectation,
  lostFixture,
  flakyTest,
  lostFileMode,
];
