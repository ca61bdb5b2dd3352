/**
 * The definitions of a server's tools that a person accepted. A model trusts a tool's own description, so a
 * tool whose description or arguments changed is treated as another tool until somebody has reviewed it.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDirectory, writeTextFile } from '../../../engine/index.ts';
import { canonicalHash, fields, mappingOf, PenumbraError, textUpTo } from '../../../kernel/index.ts';
import type { UpstreamTool } from './tool-mapping.ts';

/** Definitions as they were shown, by tool name. */
export type AcceptedTools = ReadonlyMap<string, string>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Nobody reads a longer definition to the end, so it is never offered. */
export const LONGEST_DEFINITION = 16_000;

const fileShape = fields(
  { server: textUpTo(64 * 1024), tools: mappingOf(textUpTo(200), textUpTo(LONGEST_DEFINITION), 1_000) },
  ['server', 'tools'],
);

/** Characters that are invisible or look blank, and a backslash that could be mistaken for their escape. */
const UNSEEN = /[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]--[ \n]]|\\(?=u\{)/gv;

/**
 * Returns everything a server says about a tool, as a person reads it: its description, then the rest as
 * JSON, with every character visible. INVARIANT (what was seen is what is offered): two definitions never
 * have the same text.
 */
export function definitionText(tool: UpstreamTool): string {
  const { description, ...rest } = tool as Readonly<Record<string, unknown>>;
  const exact = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? `number ${value}` : value;
  const words = typeof description === 'string' ? `${description}\n` : '';
  const others = typeof description === 'string' ? rest : tool;
  const text = `${words}${JSON.stringify(others, exact, 2)}`;
  return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Reads what was accepted for a server; null if nothing was. A file that was tampered with is an error. */
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

/** Records that a person accepted tools as they are, replacing what was accepted before. */
export async function writeAccepted(
  words: readonly string[],
  tools: readonly UpstreamTool[],
  environment: Environment,
): Promise<void> {
  const file = fileOf(words, environment);
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  const texts = tools.map((tool) => [tool.name, definitionText(tool)] as const);
  const shown = Object.fromEntries(texts.filter(([, text]) => text.length <= LONGEST_DEFINITION));
  await writeTextFile(file, `${JSON.stringify({ server: words.join(' '), tools: shown }, null, 2)}\n`);
}

/** A server is identified by the command that starts it. */
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
