/** Coverage in XML: Cobertura, which names files below source folders, and JaCoCo, which names them by package. */
import { intakeLimits } from '../intake/intake-limits.ts';
import { createXmlLexer, type XmlAttributes } from '../intake/xml-lexer.ts';
import { collectFiles, type FileCollector, type RecordedFile, UnreadableCoverage } from './recorded-file.ts';

/** Reads the document of a root; one that breaks off is refused, for what is cut off may have run. */
function readXml(
  text: string,
  root: string,
  open: (name: string, attributes: (name: string) => string) => void,
  characters: (piece: string, within: string) => void = () => {},
): void {
  const within: string[] = [];
  let isWhole = false;
  const lexer = createXmlLexer({
    open(name, attributes) {
      if (within.length >= intakeLimits.depth)
        throw new UnreadableCoverage(`it nests deeper than ${intakeLimits.depth} elements`);
      within.push(name);
      open(name, (key) => attributeOf(attributes, key));
    },
    text: (piece) => characters(piece, within.at(-1) ?? ''),
    close(name) {
      within.pop();
      if (name === root && within.length === 0) isWhole = true;
    },
  });
  lexer.write(text);
  lexer.end();
  if (!isWhole) throw new UnreadableCoverage(`it breaks off: \`${root}\` is not closed`);
}

/** Reads Cobertura; its file names are below one of the document's source folders. */
export function readCobertura(text: string): readonly RecordedFile[] {
  const files = collectFiles();
  const folders: string[] = [];
  let file: ReturnType<FileCollector['file']> | undefined;
  readXml(
    text,
    'coverage',
    (name, value) => {
      if (name === 'source') folders.push('');
      if (name === 'class') file = files.file(...namesBelow(folders, value('filename')));
      if (name === 'line' && file !== undefined)
        file.mark(wholeNumber(value('number')), value('hits') !== '0');
    },
    (piece, within) => {
      if (within === 'source') folders.push((folders.pop() ?? '') + piece);
    },
  );
  return files.finish();
}

/** Reads JaCoCo; a line ran where at least one of its instructions did. */
export function readJacoco(text: string): readonly RecordedFile[] {
  const files = collectFiles();
  let folder = '';
  let file: ReturnType<FileCollector['file']> | undefined;
  readXml(text, 'report', (name, value) => {
    if (name === 'package') folder = value('name');
    if (name === 'sourcefile')
      file = files.file(folder === '' ? value('name') : `${folder}/${value('name')}`);
    if (name === 'line' && file !== undefined) file.mark(wholeNumber(value('nr')), value('ci') !== '0');
  });
  return files.finish();
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/;

function namesBelow(folders: readonly string[], name: string): readonly string[] {
  if (name === '') throw new UnreadableCoverage('a class of it names no file');
  if (ABSOLUTE.test(name)) return [name];
  const below = folders.map((folder) => folder.trim()).filter((folder) => folder !== '' && folder !== '.');
  return [...below.map((folder) => `${folder.replace(/[\\/]+$/, '')}/${name}`), name];
}

function wholeNumber(value: string): number {
  return /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
}

function attributeOf(attributes: XmlAttributes, name: string): string {
  return attributes.get(name)?.text ?? '';
}
