/** The way of one case through the pipelines in the HTML report: the drawing, and a table of its steps. */
import type { RunCase, RunStep } from '../record/index.ts';
import { cutText } from './cut-text.ts';
import {
  choiceWord,
  edgeOf,
  endingOf,
  nodeWord,
  placeWord,
  purposeWord,
  toolWords,
  viewWords,
} from './describe-step.ts';
import { drawWalk } from './draw-walk.ts';
import { htmlId } from './html-prose.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { countOf } from './quantity.ts';

const LONGEST_REASON = 300;
const LONGEST_BRIEF = 100;
const MOST_STEPS = 100;

const head = ['#', 'step', 'agent', 'what it worked with', 'record', 'then'] as const;

/** Renders the way of a case in full. */
export function htmlWalk(one: RunCase): Markup {
  const steps = one.steps.slice(0, MOST_STEPS);
  const rest = one.steps.length - steps.length;
  return markup`<details class="card"><summary><span>${htmlId(one.id)} ${countOf(one.steps.length, 'step')}, ${cutText(endingOf(one), LONGEST_REASON)}</span></summary><div><div class="wide" tabindex="0" role="region" aria-label="walked path">${drawWalk({ ...one, steps })}</div>${
    steps.length === 0 ? markup`<p class="soft">no step was taken</p>` : stepTable(steps)
  }${rest > 0 ? markup`<p class="soft">and ${countOf(rest, 'further step')}</p>` : nothing}</div></details>`;
}

/** Renders the way of a case on one line, for a page that is full. */
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
