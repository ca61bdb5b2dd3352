/**
 * Files that a runner kept of a failing test: screenshots, traces, videos. They are named and nothing else: a path is a
 * text that is told to people, and nobody opens it here.
 */
import { cleanText, intakeLimits } from './bounded-text.ts';
import type { Attachment } from './failed-test.ts';
import { type Fields, listOf, textOf } from './json-fields.ts';

/** An attachment as a report has it. */
export type ReadAttachment = { readonly name?: string; readonly path: string };

/** Bounds attachments, each path once; what is no path, for instance the content itself, is left out. */
export function boundAttachments(read: readonly ReadAttachment[]): readonly Attachment[] {
  const kept = new Map<string, Attachment>();
  for (const { name = '', path: written } of read) {
    const path = plain(written);
    if (kept.size >= intakeLimits.attachments) break;
    if (path === '' || path.length > intakeLimits.pathLength || /^(?:data|blob|javascript):/i.test(path))
      continue;
    const title = plain(name.slice(0, intakeLimits.pathLength));
    if (!kept.has(path)) kept.set(path, title === '' ? { path } : { name: title, path });
  }
  return [...kept.values()];
}

/** Names are told in one line. */
function plain(text: string): string {
  return cleanText(text.slice(0, 2 * intakeLimits.pathLength))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Finds what Jenkins and GitLab look for in what a test printed: `[[ATTACHMENT|path]]`. */
export function attachmentsIn(output: string): readonly ReadAttachment[] {
  return [...output.matchAll(/\[\[ATTACHMENT\|([^\]\n]{1,4000})\]\]/g)].map(([, path = '']) => ({ path }));
}

/** Reads a list of attachments as most formats in JSON have it. */
export function attachmentsOf(list: unknown): readonly ReadAttachment[] {
  return listOf(list).map((one: Fields) => ({ name: textOf(one.name), path: textOf(one.path) }));
}
