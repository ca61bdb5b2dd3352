/** Reads the text of `penumbra.yaml`; a misspelt or misplaced setting is an error with line and column. */
import { fields, PenumbraError, textUpTo } from '../kernel/index.ts';
import { readYaml, type TextPlace } from '../kernel/yaml/index.ts';
import { SETTINGS_FILE, type Settings } from './settings.ts';

const shapes = { store: textUpTo(1_024), run: textUpTo(4_096) } satisfies Record<keyof Settings, unknown>;
const settingsShape = fields(shapes, []);
const KNOWN = `known settings: ${Object.keys(shapes).join(', ')}`;

/** Parses the text of a settings file. */
export function parseSettings(text: string): Settings {
  const read = readYaml(text);
  if ('fault' in read) throw unfit(read, read.fault, `write one \`setting: value\` a line; ${KNOWN}`);
  if (read.value === null) return {};
  const [misfit] = settingsShape(read.value, SETTINGS_FILE);
  if (misfit) throw unfit(read.keyAt(misfit.path), misfit.message, KNOWN);
  return read.value as Settings;
}

function unfit({ line, column }: TextPlace, message: string, hint: string): PenumbraError {
  return new PenumbraError('invalid-configuration', `${SETTINGS_FILE}:${line}:${column}: ${message}`, {
    hint,
  });
}
