/** The line a cause is folded to: how it stands, where it lies, what failed, what to do, and how sure that is. */
import type { ReportCause } from '../record/index.ts';
import { messageOf, testName } from './describe-cause.ts';
import { htmlBar } from './html-bar.ts';
import { htmlPlace } from './html-place.ts';
import { htmlProse } from './html-prose.ts';
import { type Markup, markup, nothing } from './markup.ts';
import { certaintyWord, countOf, percentWord } from './quantity.ts';
import { shortenSteps } from './shorten-steps.ts';
import { defectWords, statusWords } from './words.ts';

const LONGEST_LINE = 300;

/** Renders what a reader needs of a cause in five seconds. */
export function htmlDigest(cause: ReportCause): Markup {
  const { summary } = messageOf(cause);
  const place = placeWords(cause);
  const [lead, second] = summary === null ? [place, nothing] : [htmlProse(summary), line('where', place)];
  return markup`<summary><span class="digest"><span>${statusTag(cause)}</span><span class="lead">${lead}</span>${
    cause.answer.length === 0 ? nothing : second
  }${line('failed', failedWords(cause))}${nextLine(cause)}</span>${sureness(cause)}</summary>`;
}

function statusTag({ status, defect_type, first_seen }: ReportCause): Markup {
  const { word, icon, tone } = statusWords[status];
  const known = first_seen === undefined ? nothing : markup`<span class="tag">seen before</span>`;
  return markup`<span class="tag ${tone}"><span aria-hidden="true">${icon}</span> ${word}</span><span class="tag">${defectWords[defect_type]}</span>${known}`;
}

function line(label: string, content: Markup): Markup {
  return markup`<span class="line"><span class="label">${label}</span> ${content}</span>`;
}

function placeWords({ answer, suspects }: ReportCause): Markup {
  const [path] = answer;
  if (path === undefined) return nothing;
  const suspect = suspects.find((one) => one.path === path) ?? { path, score: 0, confidence: 0 };
  const others = answer.length - 1;
  return others === 0
    ? htmlPlace(suspect)
    : markup`${htmlPlace(suspect)} <span class="soft">or ${countOf(others, 'other place')}</span>`;
}

function failedWords({ tests }: ReportCause): Markup {
  const [first] = tests;
  if (first === undefined) return markup`no test is named`;
  const name = markup`<code>${testName(first)}</code>`;
  return tests.length === 1 ? name : markup`${name} and ${tests.length - 1} more`;
}

function nextLine(cause: ReportCause): Markup {
  const [first] = shortenSteps(cause);
  return first === undefined ? nothing : line('next', htmlProse(first, LONGEST_LINE));
}

function sureness({ confidence }: ReportCause): Markup {
  const word = confidence > 0 ? certaintyWord(confidence) : 'not sure at all';
  return markup`<span class="sure"><b>${percentWord(confidence)}</b>${htmlBar(confidence)}<span class="soft small">${word}</span></span>`;
}
