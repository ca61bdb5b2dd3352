// What any text must come to, however hostile: findings or a graph, soon, and nothing else changed by it.

import { expect } from 'vitest';
import { PenumbraError } from '../../../src/kernel/index.ts';
import { dumpPipeline, type Graph, lintPipeline, loadPipeline } from '../../../src/pipeline/index.ts';

/** Far more than any text takes, and far less than a hang; of the processor, which others may be busy with. */
const MAX_CPU_MS = 15_000;

const prototypes = [Object.prototype, Array.prototype, Function.prototype, Map.prototype];
const untouched = prototypes.map((one) => Object.getOwnPropertyNames(one).length);
const good = 'pipeline: good\nnodes: [{name: a}]\nstart: a';

/** Lints and loads a text, expects both to agree and to leave everything else alone, and returns the findings. */
export function expectAnswered(text: string, resolve?: (name: string) => string | null): readonly string[] {
  const began = process.cpuUsage();
  const options = resolve ? { resolve } : {};
  const findings = lintPipeline(text, options);
  const graph = loadOrFault(text, options);
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(MAX_CPU_MS);
  const lineCount = text.split(/\r\n|\n|\r/).length;
  for (const { line, column, message, remedy } of findings) {
    expect(line).toBeLessThanOrEqual(lineCount);
    expect(Math.min(line, column)).toBeGreaterThan(0);
    expect(message).toMatch(/^[^\n]+$/);
    expect(remedy).not.toBe('');
  }
  if (graph instanceof PenumbraError) {
    expect(graph.code).toBe('invalid-pipeline');
    expect(findings.map(({ message }) => graph.message.includes(message))).toContain(true);
  } else expect(dumpPipeline(graph)).toBe(text);
  expect(prototypes.map((one) => Object.getOwnPropertyNames(one).length)).toEqual(untouched);
  expect(lintPipeline(good)).toEqual([]);
  return findings.map(({ rule, message }) => `${rule}: ${message}`);
}

function loadOrFault(text: string, options: Parameters<typeof loadPipeline>[1]): Graph | PenumbraError {
  try {
    return loadPipeline(text, options);
  } catch (error) {
    if (error instanceof PenumbraError) return error;
    throw error;
  }
}
