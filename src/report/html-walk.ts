/** The way of one case through the pipelines in the HTML report: the drawing, and a table of its steps. */
import type { RunCase, RunStep } from '../record/index.ts';
import { cutText, foldList } from './cut-text.ts';
import { artifactWord, capabilityWords, edgeWord, endingOf, nodeWord, toolWords } from './describe-step.ts';
import { drawWalk } from './draw-walk.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { countOf } from './quantity.ts';
import { shortName } from './short-name.ts';

const LONGEST_REASON = 300;
const LONGEST_BRIEF = 100;
const MOST_SOURCES = 8;
const MOST_STEPS = 100;

const head = ['#', 'step', 'agent', 'capability', 'opened', 'pack', 'artifact', 'next'] as const;

/** Renders the way of a case in full. */
export function htmlWalk(one: RunCase): Markup {
  const steps = one.steps.slice(0, MOST_STEPS);
  const rest = one.steps.length - steps.length;
  return markup`<details class="card"><summary><code>${shortName(one.id)}</code> ${countOf(one.steps.length, 'step')}, ${cutText(endingOf(one), LONGEST_REASON)}</summary><div><div class="wide" tabindex="0" role="region" aria-label="walked path">${drawWalk({ ...one, steps })}</div>${
    steps.length === 0 ? markup`<p class="soft">no step was taken</p>` : stepTable(steps)
  }${rest > 0 ? markup`<p class="soft">and ${countOf(rest, 'further step')}</p>` : nothing}</div></details>`;
}

/** Renders the way of a case on one line, for a page that is full. */
export function briefWalk(one: RunCase): Markup {
  const ending = cutText(endingOf(one), LONGEST_BRIEF);
  return markup`<p class="small"><code>${shortName(one.id)}</code> ${countOf(one.steps.length, 'step')}, ${ending}</p>`;
}

function stepTable(steps: readonly RunStep[]): Markup {
  return markup`<div class="wide" tabindex="0" role="region" aria-label="steps"><table><thead><tr>${head.map(
    (title) => markup`<th scope="col">${title}</th>`,
  )}</tr></thead><tbody>${steps.map(stepRow)}</tbody></table></div>`;
}

function stepRow(step: RunStep): Markup {
  const { agent, failure } = step;
  const sources = foldList([...new Set(step.sources.map(({ source }) => source))], MOST_SOURCES);
  const cells: readonly Markup[] = [
    markup`${step.step}`,
    markup`${nodeWord(step.node)}${failure === null ? nothing : markup`<br><span class="tag bad">✘ failed</span> ${cutText(failure, LONGEST_REASON)}`}`,
    agent === null
      ? nothing
      : markup`${agent.name}<br><span class="soft">${cutText(agent.reason, LONGEST_REASON)}</span>`,
    markup`${capabilityWords(step).join(', ')}`,
    markup`${sources}${step.tools.length === 0 ? nothing : markup`<br><span class="soft">${toolWords(step)}</span>`}`,
    markup`${step.packs.map(({ pack }) => markup`<code>${shortName(pack)}</code> `)}`,
    markup`${artifactWord(step)}`,
    markup`${edgeWord(step)}`,
  ];
  return markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`;
}
