/** The address of a model as it is recorded and shown: without tokens in its path, which some gateways expect there. */
import {
  findSecrets,
  isJumbled,
  type PlacedSecret,
  placeholderOf,
  type SecretScanner,
} from '../../context/index.ts';

/** How long a part of a path is at least that is taken for a token by its characters alone. */
const SHORTEST_TOKEN = 16;

/** Returns an address with placeholders in its path, and the secrets that they stand for. */
export function recordedEndpoint(
  scanner: SecretScanner,
  endpoint: string,
): { readonly endpoint: string; readonly secrets: readonly PlacedSecret[] } {
  const { origin, pathname } = new URL(endpoint);
  const secrets: PlacedSecret[] = [];
  const parts = pathname.split('/').map(decoded);
  const screened = parts.map((part, at) => {
    // What stands before a value may say that it is secret, as in `/token/…`.
    const named = findSecrets(scanner, `${parts[at - 1] ?? ''}=${part}`);
    const found = named.find(({ value }) => part.includes(value));
    if (found === undefined && (part.length < SHORTEST_TOKEN || !isJumbled(part))) return part;
    const kind = found?.kind ?? 'token';
    const placeholder = placeholderOf({ kind });
    secrets.push({ kind, value: part, placeholder });
    return placeholder;
  });
  return secrets.length === 0 ? { endpoint, secrets } : { endpoint: origin + screened.join('/'), secrets };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
