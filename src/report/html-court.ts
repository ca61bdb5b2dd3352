/** The adversarial review of a cause in the HTML report. */
import type { ReportCourt } from '../record/index.ts';
import { reviewWords } from './describe-cause.ts';
import { htmlShare } from './html-bar.ts';
import { htmlId, htmlProse } from './html-prose.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { plainConclusion, plainProse, plainReasoning } from './plain-prose.ts';
import { countOf, percentOf } from './quantity.ts';
import { plainWord } from './words.ts';

/** Renders what the review came to, the exhibits it weighed, and which challenges were not answered. */
export function htmlCourt(court: ReportCourt): Markup {
  const { original, verdict_reasoning } = court;
  return markup`<section class="court"><h3>Adversarial review</h3><p><b>${reviewWords(court)}</b></p>${drawBalance(court)}${
    original === ''
      ? nothing
      : markup`<p class="soft">First conclusion: ${htmlProse(plainConclusion(original))}</p>`
  }${verdict_reasoning === '' ? nothing : markup`<p>${htmlProse(plainReasoning(verdict_reasoning))}</p>`}${challengeList(
    court.standing_challenges,
  )}${exhibitTable(court.exhibits)}</section>`;
}

function exhibitTable(exhibits: ReportCourt['exhibits']): Markup {
  if (exhibits.length === 0) return nothing;
  return markup`<details><summary>${countOf(exhibits.length, 'exhibit')}</summary><div class="wide" tabindex="0" role="region" aria-label="exhibits"><table><thead><tr><th scope="col">#</th><th scope="col">class</th><th scope="col">weight</th><th scope="col">status</th><th scope="col">record</th></tr></thead><tbody>${exhibits.map(
    (exhibit) =>
      markup`<tr><td>${exhibit.index}</td><td>${plainWord('evidence', exhibit.class)}</td><td class="weight">${htmlShare(exhibit.weight)}</td><td>${exhibit.struck ? '✘ struck' : '✔ counted'}</td><td>${htmlId(exhibit.handle)}</td></tr>`,
  )}</tbody></table></div></details>`;
}

function challengeList(challenges: readonly string[]): Markup {
  if (challenges.length === 0) return nothing;
  return markup`<p>Still open:</p><ul>${challenges.map((text) => markup`<li>${htmlProse(plainProse(text))}</li>`)}</ul>`;
}

const BOX = { width: 26, height: 14, gap: 4 } as const;
const ROW = 22;
const LABEL_WIDTH = 58;
const MOST_BOXES = 12;

/** One box, filled as far as it weighs. */
type BalanceBox = { readonly style: string; readonly percent: number };

/** Draws the exhibits that count above, and the struck ones and the open challenges below; nothing without both. */
function drawBalance({ exhibits, standing_challenges }: ReportCourt): Markup {
  const boxOf = ({ weight, struck }: (typeof exhibits)[number]): BalanceBox => ({
    style: struck ? 'struck' : 'for',
    percent: percentOf(weight),
  });
  const standing = exhibits.filter(({ struck }) => !struck).map(boxOf);
  const struck = exhibits.filter((exhibit) => exhibit.struck).map(boxOf);
  const contested = standing_challenges.map(() => ({ style: 'against', percent: 100 }));
  const against = [...contested, ...struck];
  if (standing.length + against.length === 0) return nothing;
  const rows = [
    drawRow({ label: 'for', boxes: standing, row: 0 }),
    drawRow({ label: 'against', boxes: against, row: 1 }),
  ];
  const words = [
    `${countOf(standing.length, 'exhibit')} for it`,
    `against it ${countOf(contested.length, 'open challenge')}`,
    ...(struck.length === 0 ? [] : [countOf(struck.length, 'struck exhibit')]),
  ];
  const width = LABEL_WIDTH + MOST_BOXES * (BOX.width + BOX.gap);
  return markup`<svg class="balance" role="img" width="${width}" height="${2 * ROW}" viewBox="0 0 ${width} ${2 * ROW}" aria-label="${words.join(', ')}">${rows}</svg><p class="small soft">${words.join(', ')}</p>`;
}

type BalanceRow = { readonly label: string; readonly boxes: readonly BalanceBox[]; readonly row: number };

function drawRow({ label, boxes, row }: BalanceRow): Markup {
  const y = row * ROW + (ROW - BOX.height) / 2;
  const rest = boxes.length - MOST_BOXES;
  const shown = boxes.slice(0, rest > 0 ? MOST_BOXES - 1 : MOST_BOXES);
  const end = LABEL_WIDTH + shown.length * (BOX.width + BOX.gap);
  return markup`<text x="0" y="${y + 11}">${label}</text>${shown.map((box, index) => drawBox(box, { x: LABEL_WIDTH + index * (BOX.width + BOX.gap), y }))}${
    rest > 0 ? markup`<text x="${end}" y="${y + 11}">+${rest + 1}</text>` : nothing
  }`;
}

function drawBox(
  { style, percent }: BalanceBox,
  { x, y }: { readonly x: number; readonly y: number },
): Markup {
  const fill = Math.round((BOX.width * percent) / 100);
  return markup`<rect class="box" x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="3"/><rect class="${style}" x="${x}" y="${y}" width="${fill}" height="${BOX.height}" rx="3"/>${
    style === 'struck' ? markup`<path d="M${x} ${y + BOX.height}l${BOX.width} ${-BOX.height}"/>` : nothing
  }`;
}
