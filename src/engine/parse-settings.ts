/**
 * The settings of a workspace, and the parser of `penumbra.yaml`: a misspelt setting is an error with line
 * and column.
 */
import type { CourtConfig } from '../court/index.ts';
import { fields, flag, oneOf, PenumbraError, type Shape, satisfying, textUpTo } from '../kernel/index.ts';
import { readYaml, type TextPlace } from '../kernel/yaml.ts';
import { SETTINGS_FILE } from './workspace-root.ts';

/**
 * The effect of a verdict: `advisory` verdicts are shown beside the answer, `binding` ones put an amended
 * location first and set the status.
 */
export type CourtEffect = 'advisory' | 'binding';

/** How the court sits; omitted settings keep their defaults. */
export type CourtSettings = Partial<CourtConfig> & { readonly effect?: CourtEffect };

/** The settings of a workspace. */
export type Settings = {
  /**
   * Where the ledger is: `sqlite:FILE` or `postgres://…`. Defaults to `.penumbra/ledger.db` in the workspace.
   */
  readonly store?: string;
  /** The command that runs the tests, for `penumbra prove`. */
  readonly run?: string;
  /** The adversarial review of uncertain conclusions. */
  readonly court?: CourtSettings;
};

const count = satisfying(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'a whole number from 0',
);
const rounds = satisfying(
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  'a whole number from 1',
);
const share = satisfying(
  (value) => typeof value === 'number' && value >= 0 && value <= 1,
  'a number from 0 to 1',
);
const courtShapes: Record<keyof CourtSettings, Shape> = {
  enabled: flag,
  effect: oneOf(['advisory', 'binding']),
  ttlMs: count,
  maxHandoffs: count,
  maxRemands: count,
  activationThreshold: share,
  rejectionThreshold: share,
  maxRounds: rounds,
};
/** The names in the file, spelled as in the court's documents: `ttl_ms`. */
const courtNames = new Map(
  (Object.keys(courtShapes) as (keyof CourtSettings)[]).map((name) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name,
  ]),
);
const shapes = {
  store: textUpTo(1_024),
  run: textUpTo(4_096),
  court: fields(Object.fromEntries([...courtNames].map(([own, name]) => [own, courtShapes[name]])), []),
} satisfies Record<keyof Settings, unknown>;
const settingsShape = fields(shapes, []);
const KNOWN = `known settings: ${Object.keys(shapes).join(', ')}`;

/** Parses the text of a settings file. */
export function parseSettings(text: string): Settings {
  const read = readYaml(text);
  if ('fault' in read) throw unfit(read, read.fault, `write one \`setting: value\` a line; ${KNOWN}`);
  if (read.value === null) return {};
  const [misfit] = settingsShape(read.value, SETTINGS_FILE);
  if (misfit) throw unfit(read.keyAt(misfit.path), misfit.message, KNOWN);
  const { court, ...others } = read.value as Omit<Settings, 'court'> & { readonly court?: object };
  if (court === undefined) return others;
  return {
    ...others,
    court: Object.fromEntries(Object.entries(court).map(([own, value]) => [courtNames.get(own), value])),
  };
}

function unfit({ line, column }: TextPlace, message: string, hint: string): PenumbraError {
  return new PenumbraError('invalid-configuration', `${SETTINGS_FILE}:${line}:${column}: ${message}`, {
    hint,
  });
}
