/**
 * The secrets of a run. What its reports hold is known by number from its first to its last step; what its sources and
 * commits hold is replaced as it is read. Each is kept as a locked fact, sealed with the key of this machine where there
 * is one, else without its value: nothing that leaves the ledger tells it.
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

/** What is kept of a secret, the payload of a locked fact. */
export type KeptSecret = {
  readonly schema: typeof KEPT_SCHEMA;
  readonly kind: string;
  readonly placeholder: string;
  /** Where it was found, in words. */
  readonly where: string;
  /** Sealed; empty where there was no key to seal it with. */
  readonly sealed: string;
};

const KEPT_SCHEMA = 'penumbra.secret/1';
const encoder = new TextEncoder();

/** Keeps secrets out of what a run keeps and tells. */
export type RunSecrets = {
  readonly scanner: SecretScanner;
  /** Those of the reports, as they are kept. */
  readonly ofReports: readonly KeptSecret[];
  /** Replaces secrets in a text of the workspace. */
  screen(text: string): string;
  /** Replaces secrets in a part of some files, which may not have in it what marks them. */
  screenPart(part: string, wholes: readonly Uint8Array[]): string;
  /** Replaces secrets in the name of a file; equal names give equal names. */
  screenName(name: string): string;
  /** Replaces secrets in the bytes of a file that has this content. */
  screenBytes(bytes: Uint8Array, content: string): Uint8Array;
  /** Replaces the secrets of the reports in a change, which says without them what it says by itself. */
  screenChange<Change extends Parameters<typeof replaceInDiff>[0]>(change: Change): Change;
  /** Returns the secrets that were found in bytes of this content. */
  foundIn(content: string): readonly FoundSecret[];
  /** Makes what is kept of secrets. */
  keep(found: readonly FoundSecret[], where: string): Promise<readonly KeptSecret[]>;
  /** Opens what is kept of a secret for the guard; anything else is returned as it is. */
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
      // Told apart by where they stand, for without a key nothing else tells them apart.
      const place = found.length === 1 ? where : `${where}, ${index + 1} of ${found.length}`;
      kept.push(await keepOne({ ...secret, placeholder: placeholderOf(secret) }, place));
    }
    return kept;
  }
}

/** Opens the secrets of a run that was started before, or throws where their key is not here. */
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
  // INVARIANT (a run knows its secrets): without them it might show one that only its report marks as such.
  if (known.every((secret): secret is typeof secret & { value: string } => secret.value !== null))
    return openRunSecrets({ known, environment });
  throw new PenumbraError('usage', `${shortId(run)} has secrets that no key here opens`, {
    data: { run, secrets: kept.length },
    hint: 'ask again with the same `penumbra why` or `penumbra investigate`, with --patch where you want one: no experiment on record is made again; after `penumbra keys create`, new runs can be resumed',
  });
}

/** Those of the investigations of this process, which callers print: a secret is no part of what one comes to. */
const secretsOfInvestigations = new WeakMap<object, RunSecrets>();

/** Lets a proof of an investigation know the secrets of its reports, which may be nowhere else for want of a key. */
export function attachSecrets<Result extends object>(investigation: Result, secrets: RunSecrets): Result {
  secretsOfInvestigations.set(investigation, secrets);
  return investigation;
}

/** Returns the secrets of an investigation that was made in this process. */
export function attachedSecrets(investigation: object): RunSecrets | undefined {
  return secretsOfInvestigations.get(investigation);
}

/** Opens what seals and opens for this user. */
export async function openUserSealer(environment: Environment = process.env): Promise<Sealer> {
  const { openSealer, requireOwnDirectory } = await import('../../adapters/keys/index.ts');
  requireOwnDirectory(configDirectory(environment));
  return openSealer(keysDirectory(environment));
}

/** Returns what opens kept secrets with the keys of this user. */
export async function openReveal(environment?: Environment): Promise<RunSecrets['reveal']> {
  const { open } = await openUserSealer(environment);
  return revealer(({ sealed }) => open(sealed));
}

/** Returns what opens kept secrets for a guard; one that cannot be opened guards nothing. */
export function revealer(open: (kept: KeptSecret) => string | null | undefined): RunSecrets['reveal'] {
  return (payload) => (isKeptSecret(payload) ? (open(payload) ?? '') : payload);
}

/** Tells whether a payload is what is kept of a secret. */
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
