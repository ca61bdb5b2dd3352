/** The adversarial review of a cause in the HTML report. */
import type { ReportCourt } from '../record/index.ts';
import { reviewWords } from './describe-cause.ts';
import { drawBalance } from './draw-balance.ts';
import { htmlShare } from './html-bar.ts';
import { htmlId, htmlProse } from './html-prose.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { plainConclusion, plainProse, plainReasoning } from './plain-prose.ts';
import { countOf } from './quantity.ts';
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
