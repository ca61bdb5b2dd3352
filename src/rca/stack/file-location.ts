/** Places in files as traces write them, `path:12:5`, read from the end without backtracking. */

/** A path with the line and column behind it. */
export interface FileLocation {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Reads `path:line` or `path:line:column`; nothing where no line stands at the end. */
export function parseLocation(text: string): FileLocation | undefined {
  const last = takeNumber(text);
  if (last === undefined) return undefined;
  const before = takeNumber(last.rest);
  if (before === undefined) return last.rest === '' ? undefined : { file: last.rest, line: last.number };
  return before.rest === '' ? undefined : { file: before.rest, line: before.number, column: last.number };
}

/** Returns a path with `/` between its parts, without scheme, host, query and bundler prefixes. */
export function plainPath(path: string): string {
  const withSlashes = path.replaceAll('\\', '/').replace(/^file:\/(?=[^/])/, 'file:///');
  // A server of modules puts its own scheme before the file's.
  const inner = withSlashes.indexOf('file:///', 1);
  if (inner > 0) return plainPath(withSlashes.slice(inner));
  if (withSlashes.startsWith('/@fs/'))
    return withoutQuery(withSlashes.slice(4).replace(/^\/(?=[A-Za-z]:\/)/, ''));
  const scheme = /^([a-z][a-z-]{1,30}):\/\//i.exec(withSlashes)?.[1]?.toLowerCase();
  if (scheme === undefined) return withSlashes;
  const rest = withoutQuery(withSlashes.slice(scheme.length + 3));
  const slash = rest.indexOf('/');
  // What stands between `//` and the next `/` is a host or a bundle's name, not a folder.
  const local = slash < 0 ? rest : rest.slice(slash);
  if (scheme === 'file') return decodePercent(local.replace(/^\/(?=[A-Za-z]:\/)/, ''));
  return local.replace(/^\/(?:@fs(?=\/)|\.\/)?/, '');
}

function withoutQuery(path: string): string {
  return path.split(/[?#]/, 1)[0] ?? '';
}

function takeNumber(text: string): { readonly rest: string; readonly number: number } | undefined {
  const colon = text.lastIndexOf(':');
  const digits = text.slice(colon + 1);
  if (colon < 0 || digits.length > 9 || !/^\d+$/.test(digits)) return undefined;
  return { rest: text.slice(0, colon), number: Number(digits) };
}

function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
