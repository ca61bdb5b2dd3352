/** Whether a file lies where the search is to look. */

/**
 * Tells whether a file is a focus, lies in it, or lies in a folder that the focus is the end of: a package such as
 * `org/example/cart` means that folder below any source root.
 */
export function isInFocus(path: string, focus: string): boolean {
  const parts = focus.replace(/^(?:\.?\/)+|\/+$/g, '');
  if (parts === '' || parts === '.') return true;
  return `/${path}/`.includes(`/${parts}/`);
}
