/** What experiments showed, on a page: the guilty lines, how they were tested, and the patch that takes them back. */
import type { ReportCause, ReportExperiments, ReportProof } from '../record/index.ts';
import { hunkPlace } from './describe-cause.ts';
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
import { htmlSource } from './html-code.ts';
import { htmlPlace } from './html-place.ts';
import { htmlProse } from './html-prose.ts';
import { exactText, type Markup, markup, nothing } from './markup.ts';
import { countOf } from './quantity.ts';

const MOST_HUNKS = 20;
const DIFF = { most: 60, context: 3 } as const;
const MOST_NOTES = 20;
const LONGEST_NOTE = 1_000;
/** What is longer is written by the command alone: half a patch is none. */
const LONGEST_PATCH = 20_000;

/** Renders the guilty lines, what the proof rests on, and how to take them back. */
export function htmlProof(cause: ReportCause, proof: ReportProof, subject: ProofSubject): Markup {
  const hunks = proof.hunks.slice(0, MOST_HUNKS);
  const rest = proof.hunks.length - hunks.length;
  const outranked = outrankedOf(cause, proof).map(
    (first) => markup`<p class="soft">First in the ranking before: ${htmlPlace(first)}</p>`,
  );
  return markup`${hunks.map((hunk) => markup`<h3>${htmlPlace(hunkPlace(hunk))}</h3>${htmlSource(shownDiff(hunk, DIFF))}`)}${
    rest > 0 ? markup`<p class="soft">and ${countOf(rest, 'more place')}, in the JSON report</p>` : nothing
  }<h3>Proof</h3><p class="proof">${proofWords(cause, proof)}</p>${outranked}${noteList(cause.experiments)}<h3>Take it back</h3><p>Write the patch and apply it: <code>${undoCommand(subject)}</code>, then <code>git apply fix.patch</code></p>${patchBlock(proof)}`;
}

/** Shows a patch that can be copied whole; one with characters that a page cannot show as they are is left out. */
function patchBlock(proof: ReportProof): Markup {
  const patch = copyablePatch(proof, LONGEST_PATCH);
  const text = patch === null ? null : exactText(patch);
  if (text === null) return nothing;
  // The second line end is for browsers that copy a block without its last one, which git apply needs.
  return markup`<details><summary>The patch, to be copied into <code>fix.patch</code></summary><pre class="patch" tabindex="0" role="region" aria-label="patch">${text}\n</pre></details>`;
}

/** Renders what experiments came to that proved nothing. */
export function htmlExperiments(experiments: ReportExperiments): Markup {
  const left = leftWords(experiments);
  const list = markup`<p>What is left:</p><ul>${left.map((text) => markup`<li>${text}</li>`)}</ul>`;
  return markup`<h3>What was tried</h3><p>${htmlProse(experimentWords(experiments))}</p>${left.length === 0 ? nothing : list}${noteList(experiments)}`;
}

function noteList(experiments: ReportExperiments | undefined): Markup {
  const notes = (experiments?.notes ?? []).slice(0, MOST_NOTES);
  return markup`${notes.map((note) => markup`<p class="soft">${htmlProse(note, LONGEST_NOTE)}</p>`)}`;
}
