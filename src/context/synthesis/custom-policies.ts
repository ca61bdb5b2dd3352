/**
 * Synthesis policies given by users: parsed from text, or registered as pure functions with a name and
 * version.
 */
import {
  type CanonicalValue,
  canonicalText,
  cite,
  deepFreeze,
  didYouMean,
  limits,
  PenumbraError,
} from '../../kernel/index.ts';
import { parsePolicy } from './recipe.ts';
import {
  BUILT_IN_VERSION,
  builtInPolicies,
  type NamedPolicy,
  POLICY_NAME,
  type SynthesisPolicy,
  type SynthesisSection,
  synthesisLimits,
} from './synthesis-policy.ts';

/** A registered policy. Its version must change whenever its result for equal sections does. */
export type CustomPolicy = {
  readonly name: string;
  readonly version: number;
  /** Makes the text of a directory; sections are sorted by name. */
  apply(sections: readonly SynthesisSection[], options: CanonicalValue | undefined): string;
};

/** The registered policies by name. */
export type CustomPolicies = ReadonlyMap<string, CustomPolicy>;

/** Registers policies; throws on duplicate and built-in names. */
export function defineCustomPolicies(...policies: readonly CustomPolicy[]): CustomPolicies {
  const table = new Map<string, CustomPolicy>();
  for (const policy of policies) {
    const { name, version } = policy;
    if (typeof name !== 'string' || !POLICY_NAME.test(name)) {
      throw new PenumbraError('invalid-name', `${cite(String(name))} is not a name of a policy`, {
        hint: 'lower-case letters, digits and dashes, at most 64, a letter first',
      });
    }
    if (table.has(name) || (builtInPolicies as readonly string[]).includes(name))
      throw new PenumbraError('invalid-name', `the policy ${cite(name)} exists already`);
    if (!Number.isSafeInteger(version) || version < 1)
      throw new PenumbraError(
        'usage',
        `the version of the policy ${cite(name)} is not a whole number from 1`,
      );
    table.set(name, policy);
  }
  return table;
}

/** Returns a registered policy of the requested version, or throws `synthesis-failed`. */
export function requireCustom({ policy, version }: NamedPolicy, custom: CustomPolicies): CustomPolicy {
  const known = custom.get(policy);
  if (known === undefined) {
    const names = [...builtInPolicies, ...custom.keys()];
    throw failure(`unknown policy ${cite(policy)}${didYouMean(policy, names)}`, {
      hint: `register it, or take one of ${names.join(', ')}`,
    });
  }
  if (known.version === version) return known;
  throw failure(
    `the policy ${cite(policy)} is registered in version ${known.version}, and version ${version} is asked for`,
    { hint: `register version ${version}, or synthesise again with version ${known.version}` },
  );
}

type Told = {
  readonly sections: readonly SynthesisSection[];
  readonly options: CanonicalValue | undefined;
};

/** Runs a registered policy; any error in it becomes a `synthesis-failed` that names it. */
export function runCustom(policy: CustomPolicy, told: Told): string {
  const { name } = policy;
  // Cloned, so that freezing does not affect the caller's data.
  const { sections, options } = deepFreeze(structuredClone(told));
  let text: unknown;
  try {
    text = policy.apply(sections, options);
  } catch (cause) {
    throw failure(`the policy ${cite(name)} failed: ${reasonOf(cause)}`, { hint: 'mend the policy', cause });
  }
  if (typeof text !== 'string') {
    throw failure(`the policy ${cite(name)} returned no text but ${typeof text}`, {
      hint: 'a policy returns its text at once, as a string',
    });
  }
  return requireText(name, text);
}

function requireText(name: string, text: string): string {
  if (!text.isWellFormed())
    throw failure(`the policy ${cite(name)} returned a text with a lone surrogate`, {
      hint: 'mend the policy',
    });
  const bytes = Buffer.byteLength(text);
  if (bytes <= limits.objectBytes) return text;
  throw failure(
    `the policy ${cite(name)} returned ${bytes} bytes, more than the ${limits.objectBytes} that are kept`,
    { hint: 'let the policy show less, or synthesise with `filtering` or `summarisation`' },
  );
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cite(String(cause.message)) : `it threw a value of type ${typeof cause}`;
}

function failure(
  message: string,
  detail: { readonly hint: string; readonly cause?: unknown },
): PenumbraError {
  return new PenumbraError('synthesis-failed', message, detail);
}

/**
 * Parses a policy, or throws `usage`; the version defaults to the registered one.
 *
 * @example readPolicy('concatenation', { custom }) readPolicy('{"policy": "summarisation", "maxLines": 3}', {
 * custom })
 */
export function readPolicy(text: string, { custom }: { readonly custom: CustomPolicies }): SynthesisPolicy {
  if (text.length > synthesisLimits.typedLength)
    throw usage(`the policy is longer than ${synthesisLimits.typedLength} characters`, EXAMPLE);
  const typed = text.trim();
  const value = typed.startsWith('{') ? readJson(typed) : { policy: typed };
  const versions = new Map<unknown, number>([
    ...builtInPolicies.map((name) => [name, BUILT_IN_VERSION] as const),
    ...[...custom].map(([name, { version }]) => [name, version] as const),
  ]);
  const version = versions.get(value.policy);
  if (version === undefined) throw unknownPolicy(value.policy, [...versions.keys()].map(String));
  return parsePolicy(canonical({ version, ...value }));
}

const EXAMPLE = 'for instance `concatenation`, or `{"policy": "summarisation", "maxLines": 3}`';

function readJson(typed: string): { readonly [key: string]: unknown } {
  try {
    return JSON.parse(typed);
  } catch {
    throw usage(`${cite(typed)} is not JSON`, EXAMPLE);
  }
}

function canonical(value: object): CanonicalValue {
  try {
    canonicalText(value);
  } catch (error) {
    if (error instanceof PenumbraError) throw usage(`the policy has ${error.message}`, 'use whole numbers');
    throw error;
  }
  return value as CanonicalValue;
}

function unknownPolicy(given: unknown, known: readonly string[]): PenumbraError {
  if (typeof given !== 'string') return usage('the policy has no name under `policy`', EXAMPLE);
  return usage(`unknown policy ${cite(given)}${didYouMean(given, known)}`, `policies: ${known.join(', ')}`);
}

function usage(message: string, hint: string): PenumbraError {
  return new PenumbraError('usage', message, { hint });
}
