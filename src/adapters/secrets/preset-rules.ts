/**
 * The rules of secretlint's recommended preset; this module loads them, so it is imported when something is
 * first scanned. The rules are called one by one: secretlint's own runner awaits each, and obeys comments in
 * a text that disable rules, which would let a log keep its secrets.
 */
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { FoundSecret } from '../../context/index.ts';

type PresetRule = (typeof rules)[number];

/**
 * The rules in use, with the common name of each kind of secret; our own rules cover the others, and more.
 */
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

const named = rules.flatMap((rule) => {
  const kind = presetKinds[rule.meta.id.slice(RULE_PREFIX.length)];
  return kind === undefined ? [] : [{ rule, kind }];
});

/** Finds what the rules of the preset describe. */
export function findByPreset(text: string): readonly FoundSecret[] {
  return named.flatMap(({ rule, kind }) => findByRule(rule, kind, text));
}

/** The range a rule reports is not always that of the secret; the value in its message is. */
function findByRule(rule: PresetRule, kind: string, text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  const context = {
    createTranslator: () => (_id: string, data: unknown) => ({ message: '', messageId: '', data }),
    report: ({ message, range }: Report) => {
      const named = Object.values(message.data ?? {}).filter(
        (value): value is string => typeof value === 'string',
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
