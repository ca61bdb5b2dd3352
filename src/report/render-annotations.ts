/**
 * Renders causes as GitHub workflow commands, which GitHub shows next to the changed lines. INVARIANT (one
 * command a line): no text of a report begins a command or ends a property.
 */
import type { ReportCause, ReportDocument } from '../record/index.ts';
import { completeCauses, testName } from './describe-cause.ts';
import { failingCount } from './describe-change.ts';
import { subjectOf } from './describe-proof.ts';
import { type CauseLevel, causePlaces, levelOf, plainCause, plainTitle } from './plain-cause.ts';
import { cutText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { visibleLine, visibleText } from './text/visible-text.ts';

/** GitHub shows this many of each kind per step, and silently drops the rest. */
const MOST_OF_A_KIND = 10;
/** GitHub rejects titles above 255 characters, and a truncated title says by how much. */
const LONGEST_TITLE = 200;
const LONGEST_TEXT = 8_000;
const LONGEST_PATH = 1_000;

const commands: Readonly<Record<CauseLevel, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/** Renders each cause as a workflow command at its first place. */
export function renderAnnotations(recorded: ReportDocument): string {
  const causes = completeCauses(recorded.causes);
  const counts = { error: 0, warning: 0, note: 0 };
  const shown = causes.filter((cause) => ++counts[levelOf(cause)] <= MOST_OF_A_KIND);
  const rest = causes.length - shown.length;
  const lines = shown.map((cause) => annotation(cause, { run: recorded.run, of: causes.length }));
  const more = rest > 0 ? [`and ${countOf(rest, 'further cause')} that a host would not show here`] : [];
  return [...lines, ...more].map((line) => `${line}\n`).join('');
}

function annotation(cause: ReportCause, report: { readonly run: string; readonly of: number }): string {
  const [place, ...others] = causePlaces(cause);
  const properties = [
    ...(place === undefined ? [] : [['file', visibleLine(cutText(place.path, LONGEST_PATH))]]),
    ...(place?.line === undefined || place.line < 1 ? [] : [['line', String(place.line)]]),
    ['title', cutText(plainTitle(cause), LONGEST_TITLE)],
  ].map(([name = '', value = '']) => `${name}=${escapeProperty(value)}`);
  const [first] = cause.tests;
  const more = failingCount(cause) - 1;
  const lines = [
    ...(first === undefined ? [] : [`${testName(first)}${more > 0 ? ` and ${more} more` : ''}`]),
    ...plainCause(cause, subjectOf(cause, report)),
    ...others.map(
      (other) => `or ${visibleLine(other.path)}${other.line === undefined ? '' : `:${other.line}`}`,
    ),
  ];
  const text = visibleText(cutText(lines.join('\n'), LONGEST_TEXT));
  return `::${commands[levelOf(cause)]} ${properties.join(',')}::${escapeData(text)}`;
}

/** Escapes what would end a command or be decoded differently. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Also escapes what would end a property. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
