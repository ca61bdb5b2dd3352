/** The basis of an answer in the HTML report: evidence, experiments and the adversarial review. */
import type {
  ReportCause,
  ReportCourt,
  ReportEvidence,
  ReportExperiments,
  ReportProof,
} from '../record/index.ts';
import { hunkPlace, placeOf, reviewWords } from './describe-cause.ts';
import { shownDiff } from './describe-code.ts';
import {
  copyablePatch,
  experimentWords,
  leftWords,
  outrankedOf,
  type ProofSubject,
  proofWords,
  undoCommand,
} from './describe-proof.ts';
import { htmlId, htmlPlace, htmlProse, htmlShare, htmlSource } from './html-pieces.ts';
import { exactText, type Markup, markup, nothing } from './markup.ts';
import { plainConclusion, plainProse, plainReasoning } from './plain-prose.ts';
import { cutText } from './text/fit-text.ts';
import { countOf, percentOf } from './text/quantity.ts';
import { plainWord } from './words.ts';

const MOST_OPEN = 5;
const LONGEST_KIND = 256;
const LONGEST_QUOTE = 4_000;

/** Renders the strongest pieces, with the others collapsed. */
export function htmlEvidence(evidence: readonly ReportEvidence[]): Markup {
  if (evidence.length === 0) return nothing;
  const open = evidence.length === MOST_OPEN + 1 ? evidence : evidence.slice(0, MOST_OPEN);
  const rest = evidence.slice(open.length);
  return markup`<h3>Evidence, and how much it weighs</h3>${pieceList(open)}${
    rest.length === 0
      ? nothing
      : markup`<details><summary class="soft">${countOf(rest.length, 'lighter piece')}</summary>${pieceList(rest)}</details>`
  }`;
}

function pieceList(evidence: readonly ReportEvidence[]): Markup {
  return markup`<ul class="evidence">${evidence.map(
    (piece) =>
      markup`<li><span>${cutText(plainWord('evidence', piece.kind), LONGEST_KIND)}${place(piece)} ${htmlId(piece.handle)}</span>${htmlShare(piece.weight)}${quote(piece)}</li>`,
  )}</ul>`;
}

function place({ path, line }: ReportEvidence): Markup {
  return path === undefined ? nothing : markup`, <code>${placeOf({ path, line })}</code>`;
}

function quote({ quote: text }: ReportEvidence): Markup {
  return text === '' ? nothing : markup`<pre>${cutText(text, LONGEST_QUOTE)}</pre>`;
}

const MOST_HUNKS = 20;
const DIFF = { most: 60, context: 3 } as const;
const MOST_NOTES = 20;
const LONGEST_NOTE = 1_000;
/** A longer patch is only available by command, as part of one would be useless. */
const LONGEST_PATCH = 20_000;

/** Renders the guilty lines, the basis of the proof, and how to revert them. */
export function htmlProof(cause: ReportCause, proof: ReportProof, subject: ProofSubject): Markup {
  const hunks = proof.hunks.slice(0, MOST_HUNKS);
  const rest = proof.hunks.length - hunks.length;
  const outranked = outrankedOf(cause, proof).map(
    (first) => markup`<p class="soft">Ranked first before: ${htmlPlace(first)}</p>`,
  );
  return markup`${hunks.map((hunk) => markup`<h3>${htmlPlace(hunkPlace(hunk))}</h3>${htmlSource(shownDiff(hunk, DIFF))}`)}${
    rest > 0 ? markup`<p class="soft">and ${countOf(rest, 'more place')}, in the JSON report</p>` : nothing
  }<h3>Proof</h3><p class="proof">${proofWords(cause, proof)}</p>${outranked}${noteList(cause.experiments)}<h3>Revert it</h3><p>Write the patch and apply it: <code>${undoCommand(subject)}</code>, then <code>git apply fix.patch</code></p>${patchBlock(proof)}`;
}

/** Renders a patch that can be copied; omitted if it has characters that a page cannot reproduce. */
function patchBlock(proof: ReportProof): Markup {
  const patch = copyablePatch(proof, LONGEST_PATCH);
  const text = patch === null ? null : exactText(patch);
  if (text === null) return nothing;
  // Some browsers drop the final line break when copying a block, and git apply needs it.
  return markup`<details><summary>The patch, to copy into <code>fix.patch</code></summary><pre class="patch" tabindex="0" role="region" aria-label="patch">${text}\n</pre></details>`;
}

/** Renders the outcome of experiments that proved nothing. */
export function htmlExperiments(experiments: ReportExperiments): Markup {
  const left = leftWords(experiments);
  const list = markup`<p>What is left:</p><ul>${left.map((text) => markup`<li>${text}</li>`)}</ul>`;
  return markup`<h3>What was tried</h3><p>${htmlProse(experimentWords(experiments))}</p>${left.length === 0 ? nothing : list}${noteList(experiments)}`;
}

function noteList(experiments: ReportExperiments | undefined): Markup {
  const notes = (experiments?.notes ?? []).slice(0, MOST_NOTES);
  return markup`${notes.map((note) => markup`<p class="soft">${htmlProse(note, LONGEST_NOTE)}</p>`)}`;
}

/** Renders the outcome of the review, its exhibits, and the open challenges. */
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

/** A box filled in proportion to its weight. */
type BalanceBox = { readonly style: string; readonly percent: number };

/**
 * Draws accepted exhibits above, and rejected ones and open challenges below; nothing if there are neither.
 */
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
