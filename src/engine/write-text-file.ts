/** Writes a text, such as a report's page, to a file that a person named. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cite } from '../kernel/index.ts';
import { outputFault } from './system-fault.ts';
import { findTarget, writeTarget } from './write-target.ts';

/** Refuses a place that nothing can be written to, before long work ends there. */
export async function requireWritable(file: string): Promise<void> {
  await explained(file, async () => {
    const { path, isRegular } = await findTarget(file);
    await access(isRegular ? dirname(path) : path, constants.W_OK);
  });
}

/** Writes a text to a file, whole or not at all; a pipe or device takes it as it comes. */
export async function writeTextFile(file: string, text: string): Promise<void> {
  await explained(file, async () => writeTarget(await findTarget(file), bytesOf(text)));
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function explained(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw outputFault(cite(file), error);
  }
}
