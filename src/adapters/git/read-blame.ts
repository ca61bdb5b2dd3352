/** Reads where the lines of a file come from, as the file is in a commit; the work tree is not looked at. */
import { decodeUtf8 } from '../../kernel/index.ts';
import type { BlamedLine, BlameRequest } from '../../tools/index.ts';
import { logSettings, type OpenedGit } from './open-git.ts';
import { dateOf, isFullId } from './read-commits.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const HEADING = /^((?:[0-9a-f]{40}|[0-9a-f]{64})) \d+ (\d+)(?: \d+)?$/;

type Origin = Pick<BlamedLine, 'author' | 'date' | 'path'>;

/** Returns lines with their commits; null where git cannot tell. */
export function readBlame({ run, prefix }: OpenedGit, request: BlameRequest): readonly BlamedLine[] | null {
  const { commit, path, fromLine, toLine } = request;
  if (!isFullId(commit) || path === '') return null;
  const range = ['-L', `${fromLine},${toLine}`];
  const args = [
    'blame',
    '--line-porcelain',
    '--no-textconv',
    '--encoding=UTF-8',
    ...range,
    commit,
    '--',
    path,
  ];
  const printed = run([...logSettings, '-c', 'core.quotePath=false', ...args], { maxBytes: MAX_BYTES });
  return printed && [...parseBlame(Buffer.from(printed).toString('latin1'), prefix)];
}

/** Goes through the lines of `--line-porcelain`, a heading, fields, and the text after a tab; each character is a byte. */
function* parseBlame(printed: string, prefix: string): Generator<BlamedLine> {
  let heading: RegExpExecArray | null = null;
  let origin: Origin = { author: '', date: '', path: null };
  for (const line of printed.split('\n')) {
    if (heading === null) {
      heading = HEADING.exec(line);
      origin = { author: '', date: '', path: null };
    } else if (line.startsWith('\t')) {
      const [, commit = '', number = '0'] = heading;
      yield {
        line: Number(number),
        text: decodeUtf8(Buffer.from(line.slice(1), 'latin1')),
        commit,
        ...origin,
      };
      heading = null;
    } else origin = { ...origin, ...readField(line, prefix) };
  }
}

function readField(line: string, prefix: string): Partial<Origin> {
  const space = line.indexOf(' ');
  const value = new TextDecoder().decode(Buffer.from(line.slice(space + 1), 'latin1'));
  switch (line.slice(0, space)) {
    case 'author':
      return { author: value };
    case 'author-time':
      return { date: dateOf(value) };
    case 'filename':
      return { path: pathBelow(unquote(value), prefix) };
    default:
      return {};
  }
}

function pathBelow(path: string, prefix: string): string | null {
  // What still has a backslash has characters that no address has.
  return path.startsWith(prefix) && !path.includes('\\') ? path.slice(prefix.length) : null;
}

function unquote(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('\\"', '"') : name;
}
