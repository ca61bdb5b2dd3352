/**
 * The scanner behind the context's port: the rules of secretlint's recommended preset, and some of our own for what
 * stands in the logs of build machines and has no form of its own.
 *
 * The rules are called one by one. The runner that secretlint has for them waits for each, and obeys comments in a text
 * that switch rules off, which would be a way for a log to keep its secrets.
 */
import type { FoundSecret, SecretScanner } from '../../context/index.ts';
import { findByOwnRules, OWN_RULES_VERSION } from './own-rules.ts';

type Preset = typeof import('@secretlint/secretlint-rule-preset-recommend');
type PresetRule = Preset['rules'][number];

/** The rules that are used, with what people call such a secret; own rules find what the others are for, and more of it. */
const presetKinds: Readonly<Record<string, string>> = {
  aws: 'AWS key',
  npm: 'npm token',
  slack: 'Slack token',
  sendgrid: 'SendGrid key',
  shopify: 'Shopify key',
  stripe: 'Stripe key',
  github: 'GitHub token',
  gitlab: 'GitLab token',
  grafana: 'Grafana token',
  openai: 'OpenAI key',
  anthropic: 'Anthropic key',
  groq: 'Groq key',
  huggingface: 'Hugging Face token',
  linear: 'Linear key',
  notion: 'Notion token',
  '1password': '1Password token',
  'hashicorp-vault': 'Vault token',
  vercel: 'Vercel token',
  databricks: 'Databricks token',
  docker: 'Docker token',
  figma: 'Figma token',
  cloudflare: 'Cloudflare token',
  tailscale: 'Tailscale key',
};

const RULE_PREFIX = '@secretlint/secretlint-rule-';

/** What the scanner is made of; a run's id and what is kept of screened texts depend on it. */
export const SCANNER_VERSION: string = `secretlint-13.0.7, own ${OWN_RULES_VERSION}`;

/** Shorter values would be found everywhere. */
const SHORTEST = 6;

/** Loads the rules and opens a scanner. */
export async function openSecretScanner(): Promise<SecretScanner> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  const named = rules.flatMap((rule) => {
    const kind = presetKinds[rule.meta.id.slice(RULE_PREFIX.length)];
    return kind === undefined ? [] : [{ rule, kind }];
  });
  return {
    version: SCANNER_VERSION,
    find(text) {
      const found = [
        ...named.flatMap(({ rule, kind }) => findByRule(rule, kind, text)),
        ...findByOwnRules(text),
      ];
      return inOrder(found, text);
    },
  };
}

/** Secrets once, by where they begin; a longer one before the shorter ones within it. */
function inOrder(found: readonly FoundSecret[], text: string): readonly FoundSecret[] {
  const unique = new Map<string, FoundSecret & { readonly at: number }>();
  for (const secret of found) {
    const { value } = secret;
    if (value.length >= SHORTEST && !unique.has(value))
      unique.set(value, { ...secret, at: text.indexOf(value) });
  }
  return [...unique.values()]
    .sort((left, right) => left.at - right.at || right.value.length - left.value.length)
    .map(({ kind, value }) => ({ kind, value }));
}

/** The range that a rule reports is not always that of the secret; what its message names is. */
function findByRule(rule: PresetRule, kind: string, text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  const context = {
    createTranslator: () => (_id: string, data: unknown) => ({ message: '', messageId: '', data }),
    report: ({ message, range }: Report) => {
      const named = Object.values(message.data ?? {}).filter(
        (value): value is string => typeof value === 'string' && value.length >= SHORTEST,
      );
      const [value = text.slice(...range)] = named.filter((one) => text.includes(one));
      found.push({ kind, value: value.trim() });
    },
    ignore: () => undefined,
    sharedOptions: {},
    locale: 'en',
  };
  const source = { content: text, filePath: '', ext: '', contentType: 'text' };
  const create = rule.create as unknown as (
    given: typeof context,
    options: object,
  ) => { file?(read: typeof source): unknown };
  create(context, { enableIDScanRule: true }).file?.(source);
  return found;
}

type Report = {
  readonly message: { readonly data?: Readonly<Record<string, unknown>> };
  readonly range: readonly [number, number];
};
