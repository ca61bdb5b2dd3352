/**
 * The secrets of a run. Those in its reports are numbered from its first to its last step; those in sources
 * and commits are replaced as they are read. Each is kept as a locked fact, sealed with this machine's key if
 * there is one, else without its value: nothing that leaves the ledger reveals it.
 */
import type { Sealer } from '../../adapters/keys/index.ts';
import { openSecretScanner } from '../../adapters/secrets/index.ts';
import {
  type FoundSecret,
  findSecrets,
  findSecretsOfPart,
  type PlacedSecret,
  placeholderOf,
  replaceInDiff,
  replaceSecrets,
  type SecretScanner,
  screenText,
  sourceText,
  withoutNumbers,
} from '../../context/index.ts';
import { configDirectory, keysDirectory } from '../../engine/index.ts';
import { type CanonicalValue, canonicalText, type Id, PenumbraError, shortId } from '../../kernel/index.ts';

/** The kept form of a secret, the payload of a locked fact. */
export type KeptSecret = {
  readonly schema: typeof KEPT_SCHEMA;
  readonly kind: string;
  readonly placeholder: string;
  /** A description of where it was found. */
  readonly where: string;
  /** Sealed value; empty if there was no key to seal it with. */
  readonly sealed: string;
};

const KEPT_SCHEMA = 'penumbra.secret/1';
const encoder = new TextEncoder();

/** Keeps secrets out of what a run stores and shows. */
export type RunSecrets = {
  readonly scanner: SecretScanner;
  /** The secrets of the reports, in their kept form. */
  readonly ofReports: readonly KeptSecret[];
  /** Replaces secrets in a text of the workspace. */
  screen(text: string): string;
  /** Replaces secrets in an excerpt of files, which may lack the context that marks them as secret. */
  screenPart(part: string, wholes: readonly Uint8Array[]): string;
  /** Replaces secrets in a file name; equal names give equal results. */
  screenName(name: string): string;
  /** Replaces secrets in the bytes of a file with this content. */
  screenBytes(bytes: Uint8Array, content: string): Uint8Array;
  /** Replaces the reports' secrets in a change that is already free of those it marks itself. */
  screenChange<Change extends Parameters<typeof replaceInDiff>[0]>(change: Change): Change;
  /** Returns the secrets found in bytes of this content. */
  foundIn(content: string): readonly FoundSecret[];
  /** Converts secrets to their kept form. */
  keep(found: readonly FoundSecret[], where: string): Promise<readonly KeptSecret[]>;
  /** Opens a kept secret for the guard; any other payload is returned unchanged. */
  reveal(payload: CanonicalValue): CanonicalValue;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Opens the secrets of a run whose reports were just read. */
export async function openRunSecrets({
  known = [],
  environment = process.env,
}: {
  readonly known?: readonly PlacedSecret[];
  readonly environment?: Environment;
} = {}): Promise<RunSecrets> {
  const scanner = await openSecretScanner();
  const values = new Map<string, string>();
  const keepOne = async ({ kind, value, placeholder }: PlacedSecret, where: string): Promise<KeptSecret> => {
    const sealed = (await openUserSealer(environment)).seal(value) ?? '';
    const kept = { schema: KEPT_SCHEMA, kind, placeholder, where, sealed } as const;
    values.set(canonicalText(kept), value);
    return kept;
  };
  const ofReports: KeptSecret[] = [];
  for (const secret of known) ofReports.push(await keepOne(secret, 'the report'));
  return {
    ...createScreen(scanner, known),
    ofReports,
    keep,
    reveal: revealer((payload) => values.get(canonicalText(payload))),
  };

  async function keep(found: readonly FoundSecret[], where: string): Promise<readonly KeptSecret[]> {
    const kept: KeptSecret[] = [];
    for (const [index, secret] of found.entries()) {
      // Distinguished by position, since without a key nothing else distinguishes them.
      const place = found.length === 1 ? where : `${where}, ${index + 1} of ${found.length}`;
      kept.push(await keepOne({ ...secret, placeholder: placeholderOf(secret) }, place));
    }
    return kept;
  }
}

/** Opens the secrets of a run started earlier; throws if their key is not available. */
export async function reopenRunSecrets(
  run: Id<'run'>,
  kept: readonly KeptSecret[],
  environment: Environment = process.env,
): Promise<RunSecrets> {
  if (kept.length === 0) return openRunSecrets({ environment });
  const sealer = await openUserSealer(environment);
  const known = kept.map(({ sealed, ...secret }) => ({
    ...secret,
    value: sealer.open(sealed),
  }));
  // INVARIANT (a run knows its secrets): without them it might reveal one that only its report marks as
  // secret.
  if (known.every((secret): secret is typeof secret & { value: string } => secret.value !== null))
    return openRunSecrets({ known, environment });
  throw new PenumbraError('usage', `${shortId(run)} has secrets that no key here opens`, {
    data: { run, secrets: kept.length },
    hint: 'ask again with the same `penumbra why` or `penumbra investigate`, with --patch where you want one: no experiment on record is made again; after `penumbra keys create`, new runs can be resumed',
  });
}

/** The secrets of this process's investigations, kept apart because callers print the results. */
const secretsOfInvestigations = new WeakMap<object, RunSecrets>();

/** Makes an investigation's secrets available to its proof; without a key they may be stored nowhere else. */
export function attachSecrets<Result extends object>(investigation: Result, secrets: RunSecrets): Result {
  secretsOfInvestigations.set(investigation, secrets);
  return investigation;
}

/** Returns the secrets of an investigation made in this process. */
export function attachedSecrets(investigation: object): RunSecrets | undefined {
  return secretsOfInvestigations.get(investigation);
}

/** Opens the sealer of this user. */
export async function openUserSealer(environment: Environment = process.env): Promise<Sealer> {
  const { openSealer, requireOwnDirectory } = await import('../../adapters/keys/index.ts');
  requireOwnDirectory(configDirectory(environment));
  return openSealer(keysDirectory(environment));
}

/** Returns a function that opens kept secrets with this user's keys. */
export async function openReveal(environment?: Environment): Promise<RunSecrets['reveal']> {
  const { open } = await openUserSealer(environment);
  return revealer(({ sealed }) => open(sealed));
}

/** Returns a function that opens kept secrets for a guard; one that cannot be opened guards nothing. */
export function revealer(open: (kept: KeptSecret) => string | null | undefined): RunSecrets['reveal'] {
  return (payload) => (isKeptSecret(payload) ? (open(payload) ?? '') : payload);
}

/** Returns whether a payload is a kept secret. */
export function isKeptSecret(payload: CanonicalValue): payload is KeptSecret {
  return (payload as Partial<KeptSecret> | null)?.schema === KEPT_SCHEMA;
}

type Screen = Pick<
  RunSecrets,
  'scanner' | 'screen' | 'screenPart' | 'screenName' | 'screenBytes' | 'screenChange' | 'foundIn'
>;

function createScreen(scanner: SecretScanner, known: readonly PlacedSecret[]): Screen {
  const names = new Map<string, string>();
  const files = new Map<
    string,
    { readonly found: readonly FoundSecret[]; readonly bytes: Uint8Array | null }
  >();
  const unnumbered = withoutNumbers(known);
  const screen = (text: string) => screenText(scanner, replaceSecrets(text, known));
  const look = (bytes: Uint8Array) => {
    const text = sourceText(bytes);
    if (text === undefined) return { found: [], bytes: null };
    const without = replaceSecrets(text, known);
    const found = findSecrets(scanner, without);
    const screened = replaceSecrets(without, withoutNumbers(found));
    return { found, bytes: screened === text ? null : encoder.encode(screened) };
  };
  return {
    scanner,
    screen,
    screenPart(part, wholes) {
      const found = wholes.flatMap((bytes) => {
        const whole = sourceText(bytes);
        return whole === undefined ? [] : findSecretsOfPart(scanner, { part, whole });
      });
      return screen(replaceSecrets(part, [...known, ...withoutNumbers(found)]));
    },
    screenName(name) {
      const screened = names.get(name) ?? screenText(scanner, replaceSecrets(name, unnumbered));
      names.set(name, screened);
      return screened;
    },
    screenBytes(bytes, content) {
      const looked = files.get(content) ?? look(bytes);
      files.set(content, looked);
      return looked.bytes ?? bytes;
    },
    screenChange: (change) =>
      known.length === 0 ? change : replaceInDiff(change, (text) => replaceSecrets(text, known)),
    foundIn: (content) => files.get(content)?.found ?? [],
  };
}
