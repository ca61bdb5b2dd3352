/**
 * The only way out to a model: every request passes here as the bytes that are sent, and responses are
 * limited in size. A request goes only where the settings say, and a server's error message is passed on
 * without the key.
 */
import { spellingsOf } from '../../context/index.ts';
import { type Sha256, sha256 } from '../../kernel/index.ts';

/** What is known here, and not in the library, about a request. */
export type Exchange = {
  /** The hash of the bytes sent; null before anything was sent. */
  sent: Sha256 | null;
  /** Whether the server started to respond. */
  hasResponse: boolean;
  /** Why the server did not return the requested response. */
  refusal: HttpRefusal | null;
};

/** An error response. */
export type HttpRefusal = {
  readonly status: number;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | null;
  /** The server's message, short, on one line, without the key. */
  readonly said: string;
};

/** The most bytes of one response. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_SAID_BYTES = 16 * 1024;
const LONGEST_SAID = 200;

/** Makes a `fetch` for one request, which records in `exchange` what passed through it. */
export function capturedFetch(
  exchange: Exchange,
  {
    origin,
    key,
    screen,
    now,
  }: {
    readonly origin: string;
    readonly key: string | null;
    readonly screen: (text: string) => string;
    readonly now: () => number;
  },
): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new Error('a request would go elsewhere');
    if (typeof init?.body !== 'string') throw new Error('a request has no text to send');
    exchange.sent = sha256(init.body);
    const headers = new Headers(init.headers);
    if (key === null) headers.delete('x-api-key');
    // A redirect would take the pack, and perhaps the key, to a host that nobody named.
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    exchange.hasResponse = true;
    if (response.ok) return bounded(response);
    exchange.refusal = {
      status: response.status,
      retryAfterMs: retryAfter(response.headers, now()),
      said: sayWithout(key, screen, await beginningOf(response)),
    };
    throw new Error('the server refused');
  };
}

function bounded(response: Response): Response {
  let bytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) controller.error(new Error('the response is too long'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(bound) ?? null, {
    status: response.status,
    headers: response.headers,
  });
}

async function beginningOf({ body }: Response): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MOST_SAID_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MOST_SAID_BYTES));
}

/** Invisible text that may separate the characters of a key: colors, line breaks and the like. */
const BETWEEN = '(?:\\u001b\\[[0-9;]*m|[\\p{Cc}\\p{Cf}\\s])*';

/** Removes the key from a server's message: some servers repeat it, also escaped, in Base64 or in other case. */
export function withoutKey(text: string, key: string | null): string {
  if (key === null || key === '') return text;
  const plain = Array.from(key, spellingsOf).join(BETWEEN);
  const encoded = inBase64(key).map((part) => Array.from(part, spellingsOf).join(BETWEEN));
  return [plain, ...encoded].reduce(
    (said, pattern) => said.replace(new RegExp(pattern, 'giu'), '[key]'),
    text,
  );
}

/** Shorter parts tell little and would match by accident. */
const SHORTEST_PART = 6;

/** Returns the Base64 of the key at each of the three alignments: a user name may precede it. */
function inBase64(key: string): readonly string[] {
  const parts = [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + key);
    // The characters at the edges depend on the neighbouring bytes.
    const part = bytes.toString('base64').slice(before && before + 1, Math.floor((bytes.length * 4) / 3));
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...new Set(parts)].filter((part) => part.length >= SHORTEST_PART);
}

/** Reduces a server's response to its message, on one line, without the key and other secrets. */
function sayWithout(key: string | null, screen: (text: string) => string, text: string): string {
  return screen(withoutKey(messageOf(text) ?? text, key))
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SAID)
    .toWellFormed();
}

function messageOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    const message = typeof error === 'string' ? error : (error as { readonly message?: unknown })?.message;
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}

/** Parses how long a server asks to wait, in milliseconds, in seconds, or until a date. */
function retryAfter(headers: Headers, nowMs: number): number | null {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const told = headers.get('retry-after');
  if (told === null) return null;
  const seconds = Number(told);
  const waitMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(told) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}
