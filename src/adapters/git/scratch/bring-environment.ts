/**
 * Brings a Python environment. A package that was installed as editable names the user's work tree, and so do the
 * programs of the environment; linked as they are, every state would be tested with the user's files.
 */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyTree } from './copy-tree.ts';

const LARGEST_BYTES = 1024 * 1024;
/** Folders whose entries are linked one by one: programs, and packages. */
const OPENED = /^(?:bin|Scripts|lib|lib64|Lib|python[\d.]+t?|site-packages)$/;
/** Files that name places: how packages are found, and the programs. */
const NAMING = /^__editable__.*\.py$|\.(?:pth|egg-link)$|^pyvenv\.cfg$|^direct_url\.json$/;

type Tops = { readonly from: string; readonly to: string };
type EnvironmentBringing = Tops & { readonly isCopied: boolean };

/**
 * Makes an environment in which what names the user's work tree names the scratch state: of links, or of copies where
 * programs install into it, which would change the user's packages through a link.
 */
export function bringEnvironment(
  source: string,
  target: string,
  { isCopied, ...tops }: EnvironmentBringing,
): void {
  mkdirSync(target);
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [own, made] = [join(source, entry.name), join(target, entry.name)];
    const isProgram = /[/\\](?:bin|Scripts)$/.test(source);
    if (entry.name === '__pycache__' && !isCopied) continue;
    if (entry.isSymbolicLink()) symlinkSync(linkOf(own, source), made);
    else if (entry.isDirectory() && (isCopied || OPENED.test(entry.name)))
      bringEnvironment(own, made, { ...tops, isCopied });
    else if (!entry.isFile() || !(isProgram || NAMING.test(entry.name)) || !rewrite(own, made, tops)) {
      if (isCopied) copyTree(own, made);
      else symlinkSync(own, made);
    }
  }
}

/** Links within the environment stay within it. */
function linkOf(own: string, source: string): string {
  const link = readlinkSync(own);
  return link.startsWith('/') || !link.startsWith('..') ? link : join(source, link);
}

/** Writes a text anew where it names the user's work tree; tells whether it did. */
function rewrite(own: string, made: string, { from, to }: Tops): boolean {
  const stat = lstatSync(own);
  if (stat.size > LARGEST_BYTES) return false;
  const bytes = readFileSync(own);
  if (bytes.includes(0)) return false;
  const text = bytes.toString('latin1');
  const [known, wanted] = [from, to].map((path) => Buffer.from(path).toString('latin1'));
  if (known === undefined || wanted === undefined || !text.includes(known)) return false;
  writeFileSync(made, Buffer.from(text.replaceAll(known, wanted), 'latin1'));
  chmodSync(made, stat.mode & 0o777);
  return true;
}
