/**
 * Filters a server's answer: only the lines and branches visible to the call are shown, without secrets, and
 * within limits.
 */
import { type SecretScanner, screenText } from '../../../context/index.ts';
import type { ReplyValue } from '../../../kernel/index.ts';
import type { ShownPart, UpstreamResult } from './tool-mapping.ts';

/** What determines which parts are shown. */
export type Showing = {
  readonly shows: ShownPart | null;
  readonly scanner: SecretScanner;
  /** Where the call acted, as a path of the host. */
  readonly place: string;
  /** Returns whether the call can see a path of the host. */
  readonly sees: (path: string) => boolean;
};

const MOST_LETTERS = 900_000;
const MOST_BLOCKS = 200;
const DEEPEST = 64;
const WITHHELD = '(a part of the answer that is not passed on)';
const FAILED = '(the server could not do this; what it says of it is not passed on)';

/** Returns the answer as plain data, or why it is withheld. */
export function showResult(
  { content, isError }: UpstreamResult,
  showing: Showing,
): { readonly told: ReplyValue } | { readonly refused: string } {
  if (content.length > MOST_BLOCKS)
    return { refused: `the server answered with more than ${MOST_BLOCKS} parts` };
  const told = { content: content.map((block) => showBlock(block, { ...showing, isError })), isError };
  // A placeholder can be longer than its secret, so the length is checked at the end.
  return JSON.stringify(told).length > MOST_LETTERS
    ? { refused: `the answer of the server is longer than ${MOST_LETTERS} characters: ask for a part` }
    : { told };
}

function showBlock(block: unknown, showing: Showing & { readonly isError: boolean }): ReplyValue {
  const { type, text, data, mimeType, resource } = (block ?? {}) as Readonly<Record<string, unknown>>;
  if (type === 'text' && typeof text === 'string') return textBlock(showText(text, showing));
  // If only a part may be shown, images and audio are withheld.
  const isPlain = showing.shows === null;
  if (
    isPlain &&
    (type === 'image' || type === 'audio') &&
    typeof data === 'string' &&
    typeof mimeType === 'string' &&
    !holdsSecret(data, showing)
  )
    return { type, data, mimeType };
  const embedded =
    type === 'resource' ? (resource as { readonly text?: unknown } | undefined)?.text : undefined;
  if (isPlain && typeof embedded === 'string') return textBlock(showText(embedded, showing));
  return textBlock(WITHHELD);
}

function textBlock(text: string): ReplyValue {
  return { type: 'text', text };
}

type View = Pick<Showing, 'place' | 'sees'>;

function showText(
  text: string,
  { shows, scanner, isError, ...view }: Showing & { readonly isError: boolean },
): string {
  // A text over the limit is not scanned; it is refused for its length.
  if (text.length > MOST_LETTERS) return text;
  return screenText(scanner, partOf(text, { shows, isError, ...view }).toWellFormed());
}

/**
 * INVARIANT (what is hidden is not told): the error text of a tool that lists may name what the listing left
 * out.
 */
function partOf(
  text: string,
  { shows, isError, ...view }: View & { readonly shows: ShownPart | null; readonly isError: boolean },
): string {
  if (shows === null) return text;
  if (isError) return FAILED;
  return 'lines' in shows ? showLines(text, shows.lines, view) : showTree(text, view);
}

/** An image can be text, as SVG is, and text can be labeled as an image. */
function holdsSecret(data: string, { scanner }: Showing): boolean {
  if (data.length > MOST_LETTERS) return false;
  const text = Buffer.from(data, 'base64').toString('latin1');
  return screenText(scanner, text) !== text;
}

/** INVARIANT (what is not understood is not told): a line that names nothing visible is left out. */
function showLines(text: string, pattern: RegExp, { place, sees }: View): string {
  const shown = text.split('\n').filter((line) => {
    const { entry, path } = pattern.exec(line)?.groups ?? {};
    if (path !== undefined) return sees(path);
    return entry !== undefined && !entry.includes('/') && sees(`${place}/${entry}`);
  });
  return shown.length === 0 ? '(nothing)' : shown.join('\n');
}

function showTree(text: string, { place, sees }: View): string {
  try {
    return JSON.stringify(prune(JSON.parse(text), { place, sees }, 0), null, 2);
  } catch {
    return WITHHELD;
  }
}

function prune(nodes: unknown, { place, sees }: View, depth: number): unknown {
  if (!Array.isArray(nodes) || depth > DEEPEST) throw new Error('the answer is no tree');
  return nodes.flatMap((node: Readonly<Record<string, unknown>>) => {
    const { name, type, children } = node;
    if (typeof name !== 'string' || name.includes('/')) return [];
    const path = `${place}/${name}`;
    if (!sees(path)) return [];
    const below =
      children === undefined ? {} : { children: prune(children, { place: path, sees }, depth + 1) };
    return [{ name, ...(typeof type === 'string' && { type }), ...below }];
  });
}
