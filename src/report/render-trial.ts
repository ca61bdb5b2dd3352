/** Renders an adversarial review for a terminal like a short hearing: words first, numbers last. */

import { plainProse, plainReasoning } from './plain-prose.ts';
import { foldLines, wrapText } from './text/fit-text.ts';
import { countOf, percentWord } from './text/quantity.ts';
import { type LabelledText, labelledLines, layoutOf, type TerminalLayout } from './text/terminal-layout.ts';
import { visibleLine, visibleProse } from './text/visible-text.ts';
import { defectWords, plainWord } from './words.ts';

/** A review of one case. */
export type TrialDocument = {
  readonly case: string;
  /** The number of the review within the case, from 1. */
  readonly pass: number;
  /** The agent in each seat. */
  readonly seats: {
    readonly claim: string;
    readonly rebuttal: string;
    readonly check: string;
    readonly decision: string;
  };
  readonly charge: { readonly defect_type: string; readonly location?: string; readonly strength: number };
  readonly exhibits: readonly {
    readonly index: number;
    readonly handle: string;
    readonly class: string;
    readonly weight: number;
    readonly struck: boolean;
    readonly description: string;
  }[];
  /** What was checked without knowledge of the claim, and the result. */
  readonly checks: readonly { readonly name: string; readonly result: string }[];
  readonly challenges: readonly {
    readonly exhibit: number;
    readonly challenge: string;
    readonly severity: string;
    /** Whether the challenged exhibit was not struck. */
    readonly stands: boolean;
  }[];
  readonly alternative?: string;
  readonly rounds: readonly { readonly round: number; readonly notes: string; readonly gap: number }[];
  readonly decision: string;
  readonly reason?: string;
  readonly reasoning: string;
  /** The correct place according to an amending decision. */
  readonly held?: string;
  /** The questions for a second investigation. */
  readonly questions: readonly string[];
  readonly gaps: readonly { readonly description: string; readonly suggested_action: string }[];
};

const MOST_LINES = 8;

/** Renders the reviews of a case in order. */
export function renderTrials(trials: readonly TrialDocument[], options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  return `${trials.map((trial) => trialLines(trial, layout).join('\n')).join('\n\n')}\n`;
}

function trialLines(trial: TrialDocument, layout: Required<TerminalLayout>): readonly string[] {
  const { seats, charge, exhibits, checks, challenges, alternative, rounds, gaps, questions } = trial;
  const { reason, held, decision } = trial;
  const why = reason === undefined ? '' : ` (${plainWord('mistrial', reason)})`;
  const instead = held === undefined ? '' : `: ${held} instead`;
  const by = (name: string) => (name === '' ? '' : `, by ${visibleLine(name)}`);
  const rows: readonly LabelledText[] = [
    [`claim`, [`${chargeWords(charge)}${by(seats.claim)}`]],
    ['for it', listed(exhibits.map((exhibit) => exhibitWords(exhibit, charge.location)))],
    ['looked at', listed(checkWords(checks, charge.location))],
    ['against', listed(challenges.map(challengeWords))],
    ['instead', alternative === undefined ? [] : [prose(alternative)]],
    ['checked', listed(rounds.map(({ round, notes }) => `round ${round}: ${notes}`))],
    [
      'decision',
      [`${visibleLine(plainWord('decision', decision))}${why}${visibleLine(instead)}${by(seats.decision)}`],
    ],
    ['asked', listed(questions)],
    ['missing', listed(gaps.map(({ description }) => description))],
    ['would help', listed([...new Set(gaps.map(({ suggested_action }) => suggested_action))])],
    ['numbers', [numbersOf(trial)]],
  ];
  const title = `review ${trial.pass} of ${visibleLine(trial.case)}`;
  return [
    ...wrapText(title, layout.width).map(layout.colors.bold),
    ...rows.flatMap(([label, text]) =>
      labelledLines(
        label,
        text.filter((line) => line !== ''),
        layout,
      ),
    ),
  ];
}

function chargeWords({ defect_type, location }: TrialDocument['charge']): string {
  const kind = Object.entries(defectWords).find(([name]) => name === defect_type)?.[1] ?? defect_type;
  return visibleLine(location === undefined ? kind : `${kind} in ${location}`);
}

/** Describes an exhibit; the claimed place is not repeated. */
function exhibitWords(exhibit: TrialDocument['exhibits'][number], place = ''): string {
  const { index, description, class: kind, struck } = exhibit;
  const said = place === '' ? description : description.replace(` for ${place}`, '');
  return `${struck ? '✘' : '✔'} ${index}, ${plainWord('evidence', kind)}: ${said}${struck ? ' (struck)' : ''}`;
}

const WITHOUT = 'rank-without-';

/** Lists the checks; kinds of evidence that do not affect the leading place share one line. */
function checkWords(checks: TrialDocument['checks'], place = ''): readonly string[] {
  const isSteady = ({ name, result }: (typeof checks)[number]) =>
    name.startsWith(WITHOUT) && result === place;
  const steady = checks.filter(isSteady).map(({ name }) => name.slice(WITHOUT.length));
  return [
    ...(steady.length === 0 ? [] : [`it also leads without its ${steady.join(', ')} evidence`]),
    ...checks.flatMap((check) => {
      if (isSteady(check)) return [];
      const { name, result } = check;
      return name.startsWith(WITHOUT)
        ? [`without ${name.slice(WITHOUT.length)} evidence ${result} leads`]
        : [`${name.replaceAll('-', ' ')}: ${result}`];
    }),
  ];
}

function challengeWords({
  challenge,
  severity,
  exhibit,
  stands,
}: TrialDocument['challenges'][number]): string {
  return `${severity}, to ${exhibit}: ${challenge}${stands ? '' : ' (the exhibit was struck)'}`;
}

function numbersOf({ charge, exhibits, rounds, reasoning }: TrialDocument): string {
  const weights = exhibits.map(({ index, weight }) => `${index} ${percentWord(weight)}`).join(', ');
  const gap = rounds.at(-1)?.gap;
  return [
    `the claim had a strength of ${percentWord(charge.strength)}`,
    ...(weights === '' ? [] : [`weights: ${weights}`]),
    ...(gap === undefined
      ? []
      : [`${countOf(rounds.length, 'round')}, the sides ${percentWord(gap)} apart at the end`]),
    ...(reasoning === '' ? [] : [visibleProse(plainReasoning(reasoning))]),
  ].join('; ');
}

function listed(lines: readonly string[]): readonly string[] {
  return foldLines(lines.map(prose), MOST_LINES);
}

function prose(text: string): string {
  return visibleProse(plainProse(text));
}
