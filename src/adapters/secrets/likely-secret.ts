/**
 * Tells values that people keep to themselves from words, code and stand-ins. Used for values that nothing but their name
 * or place marks; what is said to be one here is put out of sight wherever it stands, so words must not be.
 */

/** What stands around a value: an address or option that has no other values, quotes, or nothing. */
type Surrounding = 'named' | 'quoted' | 'bare';

/** What stands where a secret is filled in later, or was taken out already. */
const STAND_IN =
  /^(?:\$|%|\{|<|\[|#\{|‹)|\$\{|\{\{|\*{3}|x{4}|\.{3}|…|^(?:process|os|env|config|secrets?|vars?)\b[.[]/i;

/** Words that tests and examples put there, with or without a number behind. */
const DUMMY =
  /^(?:[-_.]?(?:my|your|the|a|some|test|tests|testing|dummy|example|sample|fake|mock|foo|bar|baz|change|me|changeme|pass|passwd|password|passw0rd|p4ssw0rd|pwd|secret|secure|token|tokens|key|api|access|auth|admin|root|user|username|postgres|mysql|guest|default|none|null|undefined|true|false|string|value|invalid|valid|wrong|right|correct|bad|good|old|new|long|short|very|super|client|server|session|refresh|bearer|abc|abcdef|xyz|qwerty|letmein|hunter|id|is|not|for|of|to|in|and|or|with))+[-_.]?\d{0,6}!?$/i;

/** Code rather than a value: a call, a chain of members, a path, a place in a file, a date, a version, a type. */
const CODE =
  /[()]|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$|^(?:\.{0,2}\/|[A-Za-z]:\\)|^[\w@.-]+(?:\/[\w@.-]+)*\.\w{1,5}(?::\d+)+$|^[\w@.-]+(?:\/[\w@.-]+)+\.\w{1,5}$|^\d{4}-\d\d-\d\d|^v?\d+(?:\.\d+)+$|^[A-Z][A-Za-z]*(?:\[\]|<)/;

/** A name with a number in it, as programs give them: `token2`, `oauth2Token`, `sha256`. */
const NAME = /^[A-Za-z]+[a-z]\d{0,3}(?:[A-Z][a-z]+)*\d{0,3}$/;

const FEWEST_DISTINCT = 5;

/** Tells whether a value is likely a secret. */
export function isLikelySecret(value: string, surrounding: Surrounding): boolean {
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
  return NAME.test(value) || /^[a-z]+(?:[-_.:/][a-z]+)*(?:[-_.:/]?\d{1,3})?$/i.test(value);
}

const SHORTEST_JUMBLE = 12;

/** Letters that change between large and small more often than the words of a name do. */
function isJumble(value: string): boolean {
  if (value.length < SHORTEST_JUMBLE || !/^[A-Za-z]+$/.test(value)) return false;
  const changes = value.match(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[a-z])/g)?.length ?? 0;
  return changes * 5 >= value.length * 3;
}
