/**
 * The scanner behind the context's port: the rules of secretlint's recommended preset, and our own rules for
 * secrets in CI logs that have no recognizable form.
 */
import { type FoundSecret, isJumbled, type SecretScanner } from '../../context/index.ts';

/** Incremented with every change to what the rules find. */
const OWN_RULES_VERSION = '5';

/** The version of the scanner; a run's id and the storage of screened texts depend on it. */
export const SCANNER_VERSION: string = `secretlint-13.0.7, own ${OWN_RULES_VERSION}`;

/** Shorter values would match everywhere. */
const SHORTEST = 6;

/** Loads the rules and opens a scanner. */
export async function openSecretScanner(): Promise<SecretScanner> {
  const { findByPreset } = await import('./preset-rules.ts');
  return {
    version: SCANNER_VERSION,
    find(text) {
      const found = [...findByPreset(text), ...findByOwnRules(text)];
      return inOrder(found, text);
    },
    lacking(value) {
      const whole = wholeLengths.find(({ begins }) => begins.test(value))?.length;
      return whole === undefined ? undefined : Math.max(whole - value.length, 0);
    },
  };
}

/** Kinds of secrets that all have the same length. */
const wholeLengths: readonly { readonly begins: RegExp; readonly length: number }[] = [
  { begins: /^(?:gh[pou]|npm)_/, length: 40 },
  { begins: /^AIza/, length: 39 },
  { begins: /^(?:AKIA|ASIA)/, length: 20 },
];

/** Removes duplicates and sorts secrets by position; a longer one precedes the shorter ones inside it. */
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

/**
 * A rule for one form of secret; the group `value`, or the whole match, is the secret. Every repetition is
 * bounded or cannot overlap.
 */
type OwnRule = {
  readonly kind: string;
  readonly pattern: RegExp;
  /**
   * A part of every match; texts without it are not searched, because a pattern that can start anywhere is
   * slow.
   */
  readonly needs?: string;
  /** Returns whether a value looks like a secret; by default all do. */
  readonly isSecret?: (value: string) => boolean;
};

/** Names of variables, fields and options that say that their value is a secret. */
const SECRET_NAME =
  /(?:passw(?:or)?d|passphrase|(?<![a-z])pwd|(?<=[_-])(?:pass|pw)(?![a-z])|bind[_-]?pw|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|auth[_-]?key|master[_-]?key|consumer[_-]?key|credential)s?(?:[_-]?(?:key(?:[_-]?base)?|value|base64|prod|production|staging|dev|test|old|new|\d{1,3}))?/gi;

/** Names of secrets that are also other words, such as the result of a test. */
const SHORT_NAME = /(?<![A-Za-z\d_-])(?:pass|pw)(?![A-Za-z])/gi;

/**
 * What may follow such a name: a quoted value, a bare value, the value of an option, or that of an element.
 */
const afterName: readonly {
  readonly before?: RegExp;
  readonly pattern: RegExp;
  readonly surrounding: Parameters<typeof isLikelySecret>[1];
}[] = [
  {
    pattern:
      /(?:\\{0,3}["'`])?[)\]]?[ \t]{0,8}(?::=|=>|={1,3}|:)[ \t]{0,8}(?:[bur]{1,2}|@|(?:Some|Just|Ok|Right|Optional|Secret|SecretString|String)[([ ])?\\{0,3}["'`]{1,3}(?<value>[^"'`\s\\]{6,512})(?=\\{0,3}["'`]|\n|$)/iy,
    surrounding: 'quoted',
  },
  {
    // With escaped quotes, or quotes of the other kind, in the value.
    pattern:
      /["'`]?[)\]]?[ \t]{0,8}(?::=|=>|={1,3}|:)[ \t]{0,8}(?:"(?<value>(?:[^"\\\s]|\\["'\\/]){6,512})"|'(?<single>(?:[^'\\\s]|\\["'\\/]){6,512})')/y,
    surrounding: 'quoted',
  },
  {
    pattern:
      /(?:\\{0,3}["'`])?[)\]]?[ \t]{0,8}(?::=|=>|=|:)[ \t]{0,8}(?:(?:Some|Just|Ok|Right|Optional)[([])?(?<value>[^\s"'`,;)}\]<>\\]{8,512})/y,
    surrounding: 'bare',
  },
  { before: /--[\w-]{0,40}$/, pattern: /[ \t]{1,8}["']?(?<value>[^\s"']{6,512})/y, surrounding: 'bare' },
  { before: /<[\w:.-]{0,40}$/, pattern: />\s{0,40}(?<value>[^<\s]{6,512})\s{0,40}</y, surrounding: 'quoted' },
];

const BEFORE_NAME = 48;

const rules: readonly OwnRule[] = [
  {
    kind: 'private key',
    // Also matches a truncated begin or end, and escaped line breaks.
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----(?<value>(?:[\w+/=:, -]|\s|\\+[nr])*?)(?=-----END|[^\w+/=:,\s\\-]|\\(?![nr\\])|$(?![\s\S]))/g,
    isSecret: (value) => value.length >= 32,
  },
  {
    kind: 'private key',
    needs: '-----END ',
    pattern:
      /(?<value>(?:[A-Za-z0-9+/=]{16,200}(?:\s{1,8}|(?:\\+[nr]){1,4}))+)-----END [A-Z0-9 ]{0,40}PRIVATE KEY/g,
  },
  { kind: 'GitHub token', pattern: /(?<![A-Za-z])(?:gh[pousr]|github_pat)_[A-Za-z0-9_]{16,255}/g },
  { kind: 'GitLab token', pattern: /\bglpat-[\w-]{12,255}(?:\.[\w-]{2,20}){0,2}/g },
  { kind: 'JSON web token', pattern: /\beyJ[\w-]{8,20000}\.[\w-]{4,20000}(?:\.[\w-]{0,20000})?/g },
  // Broken within its second part, as in logs of fixed width; the third part shows where it continues.
  {
    kind: 'JSON web token',
    needs: 'eyJ',
    pattern: /\beyJ[\w-]{8,2000}\.[\w-]{4,4000}(?:\\+[nr]|\s){1,8}[\w-]{2,4000}\.[\w-]{16,2000}/g,
  },
  { kind: 'AWS key id', pattern: /\b(?:AKIA|ASIA|AROA|AIDA|AGPA|AIPA|ANPA|ANVA)[A-Z0-9]{16}\b/g },
  { kind: 'Google key', pattern: /\b(?:AIza[\w-]{35}|GOCSPX-[\w-]{20,40}|ya29\.[\w.-]{20,2048})/g },
  { kind: 'PyPI token', pattern: /\bpypi-[\w-]{40,512}/g },
  { kind: 'RubyGems key', pattern: /\brubygems_[0-9a-f]{40,64}\b/g },
  { kind: 'DigitalOcean token', pattern: /\bdo[opr]_v1_[0-9a-f]{40,80}\b/g },
  { kind: 'Atlassian token', pattern: /\bAT[AC]TT3[\w=-]{20,512}/g },
  { kind: 'Telegram token', pattern: /\b\d{8,10}:AA[\w-]{33}\b/g },
  { kind: 'Slack token', pattern: /\bx(?:ox[a-z]|app)-[\w-]{16,255}/g },
  { kind: 'Stripe key', pattern: /\b(?:[rs]k|whsec)_(?:live|test)_[A-Za-z0-9]{12,255}/g },
  {
    kind: 'password in an address',
    pattern: /:\/\/[^\s:@/'"`<>]{0,256}:(?<value>[^\s/'"`<>]{3,512})@(?=[\w.[-])/g,
    isSecret: (value) => isLikelySecret(value, 'named'),
  },
  {
    kind: 'token in an address',
    pattern: /:\/\/(?<value>[^\s:@/'"`<>]{20,512})(?::[^\s@/]{0,64})?@(?=[\w.[-])/g,
    isSecret: (value) => isLikelySecret(value, 'bare'),
  },
  {
    kind: 'authorization',
    pattern:
      /\bauthorization["']?[ \t]{0,8}[:=][ \t]{0,8}["']?(?:bearer|basic|token|apikey|negotiate)[ \t]{1,8}(?<value>[\w.~+/=-]{8,8192})/gi,
  },
  {
    kind: 'bearer token',
    pattern: /\bbearer[ \t]{1,8}(?<value>[\w.~+/=-]{16,8192})/gi,
    isSecret: (value) => isLikelySecret(value, 'bare'),
  },
];

/** Finds what our own rules describe. */
function findByOwnRules(text: string): readonly FoundSecret[] {
  const formed = rules.flatMap(({ kind, pattern, needs = '', isSecret = () => true }) => {
    if (!text.includes(needs)) return [];
    return Array.from(text.matchAll(pattern)).flatMap((match): readonly FoundSecret[] => {
      const value = (match.groups?.value ?? match[0]).trim();
      return isSecret(value) ? [{ kind, value }] : [];
    });
  });
  return [...formed, ...findKeyLines(text), ...findNamed(text)];
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----/g;
const KEY_LINE = /[A-Za-z0-9+/]{16,}={0,2}/g;
/** A key of 16,384 bits with a timestamp before each of its lines. */
const LONGEST_KEY = 32 * 1024;

/** Finds the lines of a private key, whatever a log, a list or a source puts around each of them. */
function findKeyLines(text: string): readonly FoundSecret[] {
  return Array.from(text.matchAll(KEY_BEGIN)).flatMap(({ 0: begin, index }) => {
    const body = text.slice(index + begin.length, index + LONGEST_KEY);
    const end = body.indexOf('-----END ');
    // Without the end marker, the rest may be anything.
    const lines = end < 0 ? [] : Array.from(body.slice(0, end).matchAll(KEY_LINE));
    return lines.map(([value]) => ({ kind: 'private key', value }));
  });
}

/** Finds values whose name says that they are secret. */
function findNamed(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  const named = [
    ...Array.from(text.matchAll(SECRET_NAME), (match) => ({ match, isWord: false })),
    ...Array.from(text.matchAll(SHORT_NAME), (match) => ({ match, isWord: true })),
  ];
  for (const { match, isWord } of named) {
    const { 0: name, index } = match;
    const before = text.slice(Math.max(0, index - BEFORE_NAME), index);
    for (const { before: asked, pattern, surrounding } of afterName) {
      if (asked !== undefined && !asked.test(before)) continue;
      pattern.lastIndex = index + name.length;
      const { value: given, single = given } = pattern.exec(text)?.groups ?? {};
      // The next parameter of a query is not part of the value.
      const [value] = single?.split(/&(?=[\w.-]{1,40}=)/) ?? [];
      if (value === undefined || !isLikelySecret(value, surrounding)) continue;
      if (!isWord || isJumbled(value)) found.push({ kind: 'secret value', value });
    }
  }
  return found;
}

/** The context of a value: an address or option that has no other values, quotes, or nothing. */
type Surrounding = 'named' | 'quoted' | 'bare';

/** Placeholders for a secret that is filled in later, or was already removed. */
const STAND_IN =
  /^(?:\$|%|\{|<|\[|#\{|‹)|\$\{|\{\{|\*{3}|x{4}|\.{3}|…|^(?:process|os|env|config|secrets?|vars?)\b[.[]/i;

/** Words that tests and examples use in place of a secret, with or without a number at the end. */
const DUMMY =
  /^(?:[-_.]?(?:my|your|the|a|some|test|tests|testing|dummy|example|sample|fake|mock|foo|bar|baz|change|me|changeme|pass|passwd|password|passw0rd|p4ssw0rd|pwd|secret|secure|token|tokens|key|api|access|auth|admin|root|user|username|postgres|mysql|guest|default|none|null|undefined|true|false|string|value|invalid|valid|wrong|right|correct|bad|good|old|new|long|short|very|super|client|server|session|refresh|bearer|abc|abcdef|xyz|qwerty|letmein|hunter|id|is|not|for|of|to|in|and|or|with))+[-_.]?\d{0,6}!?$/i;

/**
 * Code rather than a value: a call, a chain of members, a path, a position in a file, a date, a version, a
 * type.
 */
const CODE =
  /[()]|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$|^(?:\.{0,2}\/|[A-Za-z]:\\)|^[\w@.-]+(?:\/[\w@.-]+)*\.\w{1,5}(?::\d+)+$|^[\w@.-]+(?:\/[\w@.-]+)+\.\w{1,5}$|^\d{4}-\d\d-\d\d|^v?\d+(?:\.\d+)+$|^[A-Z][A-Za-z]*(?:\[\]|<)/;

/** An identifier with a number in it: `token2`, `oauth2Token`, `sha256`. */
const PROGRAM_NAME = /^[A-Za-z]+[a-z]\d{0,3}(?:[A-Z][a-z]+)*\d{0,3}$/;

const FEWEST_DISTINCT = 5;

/**
 * Distinguishes secrets from words, code and placeholders if only their name or position marks them. A value
 * taken for a secret is hidden wherever it occurs, so words must not be.
 */
function isLikelySecret(value: string, surrounding: Surrounding): boolean {
  if (STAND_IN.test(value) || DUMMY.test(value) || new Set(value).size < FEWEST_DISTINCT) return false;
  const hasLetter = /\p{L}/u.test(value);
  const hasDigit = /\d/.test(value);
  const hasMark = /[!@#$%^&*+=?~|]/.test(value);
  if (surrounding === 'named') return value.length >= 6 && (hasDigit || hasMark || value.length >= 12);
  if (!hasLetter || CODE.test(value)) return false;
  if (isJumble(value)) return true;
  if (surrounding === 'quoted') return (hasDigit || hasMark) && !isName(value);
  return hasDigit && !isName(value);
}

function isName(value: string): boolean {
  return PROGRAM_NAME.test(value) || /^[a-z]+(?:[-_.:/][a-z]+)*(?:[-_.:/]?\d{1,3})?$/i.test(value);
}

const SHORTEST_JUMBLE = 12;

/** Letters that switch between upper and lower case more often than in an identifier. */
function isJumble(value: string): boolean {
  if (value.length < SHORTEST_JUMBLE || !/^[A-Za-z]+$/.test(value)) return false;
  const changes = value.match(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[a-z])/g)?.length ?? 0;
  return changes * 5 >= value.length * 3;
}
