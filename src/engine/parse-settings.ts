/** Reads `penumbra.yaml`; a misspelt or misplaced setting is an error with line and column. */
import { isMap, isScalar, LineCounter, type Pair, parseDocument } from 'yaml';
import { didYouMean, PenumbraError } from '../kernel/index.ts';
import { SETTINGS_FILE, type Settings } from './settings.ts';

const KEYS: readonly (keyof Settings)[] = ['store'];

/** Parses the text of a settings file. */
export function parseSettings(text: string): Settings {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${SETTINGS_FILE}:${line}:${col}`;
  };
  const [syntaxError] = document.errors;
  if (syntaxError) throw unfit(`${place(syntaxError.pos[0])}: ${syntaxError.message.split('\n')[0]}`);
  if (document.contents === null) return {};
  if (!isMap(document.contents)) throw unfit(`${place(0)}: expected settings, one \`key: value\` a line`);
  return Object.fromEntries(document.contents.items.map((item) => readSetting(item, place)));
}

function readSetting({ key, value }: Pair, place: (offset: number) => string): [name: string, value: string] {
  const name = isScalar(key) ? String(key.value) : '';
  const at = place(isScalar(key) ? (key.range?.[0] ?? 0) : 0);
  if (!(KEYS as readonly string[]).includes(name))
    throw unfit(`${at}: unknown setting \`${name}\`${didYouMean(name, KEYS)}`);
  if (!isScalar(value) || typeof value.value !== 'string') throw unfit(`${at}: \`${name}\` needs a text`);
  return [name, value.value];
}

function unfit(message: string): PenumbraError {
  return new PenumbraError('invalid-configuration', message, { hint: `known settings: ${KEYS.join(', ')}` });
}
