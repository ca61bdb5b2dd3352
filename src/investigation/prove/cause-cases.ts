/** The cases that a cause of a report explains. */
import type { CaseRecord } from '../../rca/index.ts';
import type { ReportCause, ReportDocument } from '../../record/index.ts';

/**
 * Returns the cases of a cause: those the report names, and, since it does not name the one that speaks for a recalled
 * cause, those whose tests are all among the cause's and that no other cause claims.
 */
export function casesOfCause(
  { causes }: Pick<ReportDocument, 'causes'>,
  cause: ReportCause,
  cases: readonly CaseRecord[],
): readonly CaseRecord[] {
  const others = causes.filter((other) => other !== cause);
  const own = new Set(cause.tests.map(testKey));
  return cases.filter(
    (one) =>
      isNamedBy(cause, one) ||
      (!others.some((other) => isNamedBy(other, one)) && one.tests.every((test) => own.has(testKey(test)))),
  );
}

function isNamedBy({ id, duplicates }: ReportCause, { id: caseId }: CaseRecord): boolean {
  return duplicates.includes(caseId) || id === caseId.replace(/^case-/, 'cause-');
}

function testKey({ suite, name }: { readonly suite: string; readonly name: string }): string {
  return JSON.stringify([suite, name]);
}
