/** The path of a case through the pipelines in the HTML report: a drawing and a table of its steps. */
import type { RunCase, RunStep } from '../record/index.ts';
import {
  choiceWord,
  edgeOf,
  edgeWord,
  endingOf,
  nodeWord,
  placeWord,
  purposeWord,
  toolWords,
  viewWords,
} from './describe-step.ts';
import { htmlId } from './html-pieces.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { cutText, cutToColumns } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { isReviewNode } from './words.ts';

const LONGEST_REASON = 300;
const LONGEST_BRIEF = 100;
const MOST_STEPS = 100;

const head = ['#', 'step', 'agent', 'what it worked with', 'record', 'then'] as const;

/** Renders the path of a case in full. */
export function htmlWalk(one: RunCase): Markup {
  const steps = one.steps.slice(0, MOST_STEPS);
  const rest = one.steps.length - steps.length;
  return markup`<details class="card"><summary><span>${htmlId(one.id)} ${countOf(one.steps.length, 'step')}, ${cutText(endingOf(one), LONGEST_REASON)}</span></summary><div><div class="wide" tabindex="0" role="region" aria-label="walked path">${drawWalk({ ...one, steps })}</div>${
    steps.length === 0 ? markup`<p class="soft">no step was taken</p>` : stepTable(steps)
  }${rest > 0 ? markup`<p class="soft">and ${countOf(rest, 'further step')}</p>` : nothing}</div></details>`;
}

/** Renders the path of a case on one line, for a page that is full. */
export function briefWalk(one: RunCase): Markup {
  const ending = cutText(endingOf(one), LONGEST_BRIEF);
  return markup`<p class="small">${htmlId(one.id)} ${countOf(one.steps.length, 'step')}, ${ending}</p>`;
}

function stepTable(steps: readonly RunStep[]): Markup {
  return markup`<div class="wide" tabindex="0" role="region" aria-label="steps"><table class="steps"><thead><tr>${head.map(
    (title) => markup`<th scope="col">${title}</th>`,
  )}</tr></thead><tbody>${steps.map(stepRow)}</tbody></table></div>`;
}

function stepRow(step: RunStep): Markup {
  const { agent, artifact } = step;
  const edge = edgeOf(step);
  const cells: readonly Markup[] = [
    markup`${step.step}`,
    markup`${placeWord(step)}${softLine(purposeWord(step))}`,
    agent === null ? nothing : markup`${agent.name}${softLine(cutText(choiceWord(step), LONGEST_REASON))}`,
    markup`${viewWords(step)}${softLine(toolWords(step))}${failureLine(step)}`,
    artifact === null ? nothing : htmlId(artifact.frame),
    edge === null ? nothing : markup`${nodeWord(edge.to)}${softLine(edge.edge)}`,
  ];
  return markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`;
}

function softLine(text: string): Markup {
  return text === '' ? nothing : markup`<span class="under">${text}</span>`;
}

function failureLine({ failure }: RunStep): Markup {
  return failure === null
    ? nothing
    : markup`<br><span class="tag bad">✘ failed</span> ${cutText(failure, LONGEST_REASON)}`;
}

const BOX = { width: 112, height: 34 } as const;
const CELL = { width: 148, height: 62 } as const;
const BOXES_IN_ROW = 6;
const TOP = 14;
const LONGEST_LABEL = 15;
const LONGEST_EDGE = 5;

type Box = {
  readonly label: string;
  readonly title: string;
  readonly style: string;
  /** The name of the edge that leaves the box. */
  readonly edge: string;
  readonly column: number;
  readonly row: number;
};

/** Draws the steps of a case and how they ended; nothing if there are none. */
function drawWalk(one: RunCase): Markup {
  const boxes = placeBoxes(one);
  if (boxes.length < 2) return nothing;
  const columns = boxes.reduce((most, { column }) => Math.max(most, column + 1), 0);
  const rows = boxes.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const width = (columns - 1) * CELL.width + BOX.width + 4;
  const height = (rows - 1) * CELL.height + BOX.height + TOP + 4;
  const label = boxes.map((box) => box.label).join(', then ');
  return markup`<svg class="walk" role="img" width="${width}" height="${height}" viewBox="-2 ${-TOP} ${width} ${height}" aria-label="${label}">${boxes.map(
    (box, index) => markup`${drawBox(box)}${drawArrow(box, boxes[index + 1])}`,
  )}</svg>`;
}

function placeBoxes(one: RunCase): readonly Box[] {
  const boxes: Box[] = [];
  let place = { column: 0, row: 0 };
  let wasReview = false;
  for (const step of one.steps) {
    const isReview = isReviewNode(step.node);
    if (boxes.length > 0) place = nextPlace(place, isReview !== wasReview);
    boxes.push({ ...stepBox(step, isReview), ...place });
    wasReview = isReview;
  }
  if (boxes.length === 0) return [];
  const label = endingOf({ ...one, reason: null, paused: one.paused === null ? null : '' }).replace(
    /: $/,
    '',
  );
  return [...boxes, { label, title: endingOf(one), style: 'end', edge: '', ...nextPlace(place, false) }];
}

function stepBox(step: RunStep, isReview: boolean): Pick<Box, 'label' | 'title' | 'style' | 'edge'> {
  const failed = step.failure !== null;
  const label = `${failed ? '✘ ' : ''}${placeWord(step)}`;
  const style = failed ? 'failed' : isReview ? 'review' : 'step';
  return {
    label,
    style,
    edge: edgeOf(step)?.edge ?? '',
    title: [`step ${step.step}: ${label}`, edgeWord(step)].filter((text) => text !== '').join(', then '),
  };
}

type Place = Pick<Box, 'column' | 'row'>;

function nextPlace({ column, row }: Place, startsRow: boolean): Place {
  return startsRow || column + 1 === BOXES_IN_ROW ? { column: 0, row: row + 1 } : { column: column + 1, row };
}

function drawBox({ label, title, style, column, row }: Box): Markup {
  const x = column * CELL.width;
  const y = row * CELL.height;
  const radius = style === 'end' ? BOX.height / 2 : 7;
  return markup`<g><title>${title}</title><rect class="${style}" x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="${radius}"/><text x="${x + BOX.width / 2}" y="${y + 22}">${cutToColumns(label, LONGEST_LABEL)}</text></g>`;
}

function drawArrow(from: Box, to: Box | undefined): Markup {
  if (to === undefined) return nothing;
  const x = from.column * CELL.width + BOX.width;
  const y = from.row * CELL.height + BOX.height / 2;
  if (to.row === from.row) {
    const label = from.edge.length > LONGEST_EDGE ? '' : from.edge;
    const gap = CELL.width - BOX.width;
    return markup`<path d="M${x} ${y}h${gap - 3}m-6-4l6 4-6 4"/>${
      label === '' ? nothing : markup`<text class="edge" x="${x + gap / 2}" y="${y - 8}">${label}</text>`
    }`;
  }
  const middle = to.row * CELL.height - (CELL.height - BOX.height) / 2;
  const centre = x - BOX.width / 2;
  return markup`<path d="M${centre} ${y + BOX.height / 2}V${middle}H${BOX.width / 2}V${to.row * CELL.height - 3}m-4-6l4 6 4-6"/>`;
}
