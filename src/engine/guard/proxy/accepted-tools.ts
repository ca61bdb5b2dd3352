/**
 * Which definitions of a server's tools a person accepted. What a tool says of itself is what a model goes by, so a tool
 * whose words or arguments changed is another tool, until somebody has looked at it.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canonicalHash,
  fields,
  isSha256,
  mappingOf,
  PenumbraError,
  satisfying,
  textUpTo,
} from '../../../kernel/index.ts';
import { configDirectory } from '../../config-directory.ts';
import { writeTextFile } from '../../write-text-file.ts';
import type { UpstreamTool } from './upstream.ts';

/** Hashes by the name of the tool. */
export type AcceptedTools = ReadonlyMap<string, string>;

type Environment = Readonly<Record<string, string | undefined>>;

const hash = satisfying((value) => typeof value === 'string' && isSha256(value), 'a hash');
const fileShape = fields({ server: textUpTo(64 * 1024), tools: mappingOf(textUpTo(200), hash, 1_000) }, [
  'server',
  'tools',
]);

/** Returns the hash of all that a server says of a tool. */
export function toolHash(tool: UpstreamTool): string {
  const exact = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? `number ${value}` : value;
  return canonicalHash(JSON.parse(JSON.stringify(tool, exact)));
}

/** Reads what was accepted of a server; null where nothing was. A file that was meddled with is an error. */
export function readAccepted(words: readonly string[], environment: Environment): AcceptedTools | null {
  const file = fileOf(words, environment);
  const text = readText(file);
  if (text === null) return null;
  const value = parse(text);
  const [misfit] = fileShape(value, 'the file of accepted tools');
  if (misfit !== undefined)
    throw new PenumbraError('invalid-configuration', `${file} is broken: ${misfit.message}`, {
      hint: 'remove it, and accept the tools of the server again',
    });
  return new Map(Object.entries((value as { readonly tools: Readonly<Record<string, string>> }).tools));
}

/** Records that a person accepted tools as they are, in place of what was accepted before. */
export async function writeAccepted(
  words: readonly string[],
  tools: readonly UpstreamTool[],
  environment: Environment,
): Promise<void> {
  const file = fileOf(words, environment);
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  const hashes = Object.fromEntries(tools.map((tool) => [tool.name, toolHash(tool)]));
  await writeTextFile(file, `${JSON.stringify({ server: words.join(' '), tools: hashes }, null, 2)}\n`);
}

/** A server is known by the command that starts it. */
function fileOf(words: readonly string[], environment: Environment): string {
  return join(configDirectory(environment), 'servers', `${canonicalHash([...words])}.json`);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
