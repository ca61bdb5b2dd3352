/**
 * Loads a user's own masks from a module: its default export, a mask or a list of them, or else every named
 * export. Loaded masks are copied and frozen, so that a module cannot change a mask in use. The module is the
 * user's code and is not sandboxed.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cite, PenumbraError, sortByCodePoint } from '../../kernel/index.ts';
import { createMaskRegistry, type Mask, requireMask, shippedMasks } from '../../pipeline/index.ts';
import { systemReason } from '../system-fault.ts';

/** The names a definition can give a mask. */
const DEFINABLE = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Loads the masks of a module; a shipped mask cannot be replaced. */
export async function loadMasks(modulePath: string): Promise<readonly Mask[]> {
  const exported = await importModule(modulePath);
  const masks = exported.map(([place, value]) => {
    try {
      return toMask(value);
    } catch (error) {
      throw refusal(modulePath, { place, error });
    }
  });
  // Called for its checks: mask names are unique.
  createMaskRegistry(masks);
  return Object.freeze(masks);
}

type Exported = readonly [place: string, value: unknown];

async function importModule(path: string): Promise<readonly Exported[]> {
  const file = requireFile(path);
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await import(pathToFileURL(file).href);
  } catch (error) {
    throw new PenumbraError('invalid-configuration', `${cite(path)} cannot be loaded: ${messageOf(error)}`, {
      hint: 'the module must be ESM that Node can run: .js, .mjs, or .ts with erasable types alone',
      cause: error,
    });
  }
  const exported = exportsOf(module);
  if (exported.length > 0) return exported;
  throw new PenumbraError('invalid-configuration', `${cite(path)} exports no mask`, {
    hint: 'export a mask or a list of masks as default, or each mask under a name',
  });
}

function requireFile(path: string): string {
  const file = resolve(path);
  let reason: string | null = 'it is not a regular file';
  try {
    if (statSync(file).isFile()) return file;
  } catch (error) {
    reason = systemReason(error);
    if (reason === null) throw error;
  }
  throw new PenumbraError('unreadable-input', `the module of masks ${cite(path)} cannot be read: ${reason}`, {
    hint: 'name a file that exists, from the current directory or from the root',
  });
}

/** With a default export, the module's other exports are ignored. */
function exportsOf(module: Readonly<Record<string, unknown>>): readonly Exported[] {
  if (!('default' in module)) return sortByCodePoint(Object.keys(module)).map((name) => [name, module[name]]);
  const { default: own } = module;
  return Array.isArray(own) ? own.map((one, index) => [`default.${index}`, one]) : [['default', own]];
}

/** Reads each field exactly once. */
function toMask(value: unknown): Mask {
  const { name, description = '', validNodes, wearers, restricts, wrap } = requireMask(value);
  if (!DEFINABLE.test(name))
    throw new Error(
      `${cite(name)} is no name that a definition can give: letters, digits, dashes and underscores`,
    );
  if (shippedMasks.has(name)) throw new Error(`${cite(name)} is the name of a mask that ships`);
  if (validNodes.length === 0) throw new Error(`${cite(name)} can be worn at no node`);
  return Object.freeze({
    name,
    description,
    validNodes: Object.freeze([...validNodes]),
    ...(wearers !== undefined && { wearers: Object.freeze(structuredClone(wearers)) }),
    ...(restricts !== undefined && { restricts }),
    wrap: wrap.bind(value) as Mask['wrap'],
  });
}

function refusal(
  path: string,
  { place, error }: { readonly place: string; readonly error: unknown },
): PenumbraError {
  const hint = error instanceof PenumbraError ? error.hint : undefined;
  return new PenumbraError('mask-not-valid', `${cite(path)}: ${cite(place)}: ${messageOf(error)}`, {
    data: { module: path, export: place },
    hint: hint ?? 'give the mask a name of its own and the nodes it works at',
    cause: error,
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error ?? 'no reason given');
}
