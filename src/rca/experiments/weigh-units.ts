/** The ranking of an investigation as what experiments expect: how likely each piece of a change is the guilty one. */
import type { ReportSuspect } from '../../record/index.ts';
import { sideOfPath } from '../paths/file-side.ts';
import type { ChangeUnit } from './experiment.ts';

/** The weight of a whole answer, and the least that a file gets which nothing speaks for. */
const WHOLE = 10_000;
const UNKNOWN = 20;
const UNLIKELY = 2;
/** How much likelier the piece at the suspected line is than the others of its file. */
const AT_LINE = 8;
/** How near a piece must be to the line. */
const NEAR_LINES = 3;

const PROSE = /\.(md|rst|adoc|txt)$|(^|\/)(CHANGELOG|LICENSE|NOTICE|AUTHORS)[^/]*$/i;
/** Written by tools in hundreds of pieces, and every state has the packages of today. */
const LOCK = /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|[^/]*\.lockb?)$/;

/** Returns how likely pieces are guilty, by where an investigation suspects the cause. */
export function weighUnits(suspects: readonly ReportSuspect[]): (unit: ChangeUnit) => number {
  const byPath = new Map(suspects.map((suspect) => [suspect.path, suspect]));
  return (unit) => {
    const suspect = byPath.get(unit.path) ?? byPath.get(unit.from ?? unit.path);
    if (suspect === undefined || LOCK.test(unit.path)) return weightByPath(unit.path);
    const weight = UNKNOWN + Math.round(suspect.confidence * WHOLE);
    return isAt(unit, suspect.line) ? weight * AT_LINE : weight;
  };
}

function weightByPath(path: string): number {
  const isUnlikely = PROSE.test(path) || LOCK.test(path) || sideOfPath(path) === 'beside';
  return isUnlikely ? UNLIKELY : UNKNOWN;
}

function isAt({ kind, after }: ChangeUnit, line: number | undefined): boolean {
  if (kind !== 'hunk' || line === undefined) return false;
  const end = after.start + Math.max(after.lines.length, 1) - 1;
  return line >= after.start - NEAR_LINES && line <= end + NEAR_LINES;
}
