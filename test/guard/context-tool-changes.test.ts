// Writing and deriving context through the tools: under a role, on record before it is done, and never from what is
// hidden.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentId } from '../../src/kernel/index.ts';
import { writeFiles } from '../context/workspace.ts';
import {
  type ContextToolWorld,
  contextPolicies,
  openContextTools,
  policyNaming,
} from './context-tool-world.ts';

const reader = { policy: contextPolicies.aside };
const writer = { policy: contextPolicies.aside, role: 'writer', agent: 'person' };
const synthesis = { policy: contextPolicies.aside, role: 'synthesis' };
const strict = { policy: contextPolicies.strict, role: 'synthesis' };
const bright = { policy: contextPolicies.plain, role: 'synthesis' };

let world: ContextToolWorld;
beforeAll(async () => {
  world = await openContextTools();
});
afterAll(() => world[Symbol.asyncDispose]());

const note = { type: 'note', content: 'mind the gap' };
const outline = { type: 'outline' };
const codeOf = async (...call: Parameters<ContextToolWorld['call']>) =>
  (await world.call(...call)).reply.code;

describe('the role', () => {
  test.each<[string, object, object, string]>([
    ['put', reader, note, 'EN-WRITE-D-003'],
    ['put', writer, note, 'MCP-CTX-S-005'],
    ['put', synthesis, note, 'MCP-CTX-S-005'],
    ['synthesize', writer, outline, 'EN-WRITE-D-003'],
    ['regenerate', writer, {}, 'EN-WRITE-D-003'],
    ['synthesize', synthesis, outline, 'MCP-CTX-S-006'],
    ['regenerate', synthesis, {}, 'MCP-CTX-S-007'],
  ])('decides on `%s` of %j', async (command, caller, given, code) => {
    expect(await codeOf(caller as typeof reader, `context ${command}`, 'root:repo/docs', given)).toBe(code);
  });

  test('of the session is not that of the workspace, which is asked again', async () => {
    const unknown = { ...writer, agent: 'stranger' };
    const { reply, fault } = await world.call(unknown, 'context put', 'root:repo/docs/d.md', note);
    expect([reply.code, (fault as { code?: string }).code]).toEqual(['MCP-CALL-E-001', 'unauthorized']);
  });
});

describe('a frame that is put', () => {
  test('is on record before it is written, by its type and content, and is read back', async () => {
    const before = world.trail.length;
    const { reply } = await world.call(writer, 'context put', 'root:repo/nested/c.ts', note);
    expect(reply.data).toMatchObject({ resolved: 'root:repo/nested/c.ts', type: 'note', is_new: true });
    expect(world.trail.slice(before)).toMatchObject([
      { answer: null, intent: { type: 'note', content: contentId(note.content) } },
    ]);
    const got = await world.call(reader, 'context get', 'root:repo/nested/c.ts', { type: 'note' });
    expect(got.reply.data.frames).toMatchObject([
      { frame: reply.data.frame, content: note.content, agent: 'person', is_fresh: true },
    ]);
  });

  test('rests on the bytes as they are now', async () => {
    await using own = await openContextTools();
    writeFiles(own.repo, { 'docs/new.md': 'new\n', 'docs/d.md': 'changed\n' });
    for (const path of ['docs/new.md', 'docs/d.md']) {
      await own.call(writer, 'context put', `root:repo/${path}`, note);
      const { reply } = await own.call(reader, 'context get', `root:repo/${path}`, { type: 'note' });
      expect(reply.data.frames).toMatchObject([{ content: note.content, is_fresh: true }]);
    }
  });

  test('is read as it was put, paths of the host in it, too', async () => {
    const content = `see ${world.repo}/docs/d.md`;
    await world.call(writer, 'context put', 'root:repo/docs/e.md', { type: 'note', content });
    const { reply } = await world.call(reader, 'context get', 'root:repo/docs/e.md', { type: 'note' });
    expect(reply.data.frames).toMatchObject([{ content }]);
  });

  test.each<[string, object, string]>([
    ['docs/d.md', { type: 'nonesuch', content: 'x' }, 'MCP-CTX-I-002'],
    ['docs/d.md', { type: 'evidence', content: '{not json' }, 'MCP-CTX-I-002'],
    ['docs/d.md', { type: 'note' }, 'MCP-CALL-I-001'],
    ['docs/d.md', { type: 'note', content: '\ud800' }, 'MCP-CALL-I-001'],
    ['docs/d.md', { type: 'note', content: 'x', path: 'secret/s.ts' }, 'MCP-CALL-I-001'],
    ['docs/d.md', { type: 'note', content: 'x', basis: [] }, 'MCP-CALL-I-001'],
    ['docs/none.md', note, 'WA-RES-I-004'],
    ['secret/s.ts', note, 'WA-RES-I-003'],
  ])('at %s with %j is refused', async (path, given, code) => {
    const before = world.trail.length;
    const { reply } = await world.call(writer, 'context put', `root:repo/${path}`, given);
    expect(reply.code).toBe(code);
    expect(JSON.stringify(reply)).not.toContain(world.folder);
    expect(world.trail.length).toBe(before + 1);
  });
});

describe('of a directory with hidden parts', () => {
  test.each<[string, string, object]>([
    ['put', '', note],
    ['put', '/src', note],
    ['synthesize', '', outline],
    ['synthesize', '/src', { ...outline, recursive: true }],
    ['regenerate', '', { recursive: true }],
    ['regenerate', '/src', {}],
    // In which nothing is hidden, though by the policy it could be.
    ['put', '/docs', note],
    ['synthesize', '/docs', outline],
    ['regenerate', '/docs', {}],
  ])('nothing comes of `%s` at root:repo%s, which another policy lets be', async (command, path, given) => {
    await using own = await openContextTools();
    const heads = async () => (await own.workspace.history(path.slice(1) || '.')).frames.length;
    const before = await heads();
    const refused = await own.call(strict, `context ${command}`, `root:repo${path}`, given);
    expect([refused.reply.code, await heads()]).toEqual(['MCP-CTX-I-002', before]);
    expect(JSON.stringify(refused.reply)).not.toMatch(/hunter2|secret|vault/);
    const done = await own.call(bright, `context ${command}`, `root:repo${path}`, given);
    expect(done.reply.type).toBe('S');
  });

  test('or with a part that is a place of its own to the policy, nothing is derived', async () => {
    const naming = { policy: policyNaming('docs'), role: 'synthesis' };
    expect(await codeOf(naming, 'context synthesize', 'root:repo', outline)).toBe('MCP-CTX-I-002');
    expect(await codeOf(naming, 'context synthesize', 'root:repo/docs', outline)).toBe('MCP-CTX-S-006');
    expect(await codeOf(bright, 'context synthesize', 'root:repo', outline)).toBe('MCP-CTX-S-006');
  });
});

describe('what is derived', () => {
  test.each<[string, object, string]>([
    ['docs', { ...outline, policy: 'concatenation' }, 'MCP-CTX-S-006'],
    ['docs', { ...outline, policy: { policy: 'summarisation', maxLines: 2 } }, 'MCP-CTX-S-006'],
    ['docs', { ...outline, policy: 'poetry' }, 'MCP-CTX-I-002'],
    ['docs', { ...outline, policy: { policy: 'summarisation', maxLines: 0.5 } }, 'MCP-CTX-I-002'],
    ['docs', { ...outline, policy: ['concatenation'] }, 'MCP-CALL-I-001'],
    ['docs', { type: '*' }, 'MCP-CTX-I-002'],
    ['docs', { type: 'nonesuch' }, 'MCP-CTX-I-002'],
    ['docs/d.md', outline, 'MCP-CTX-I-002'],
  ])('at %s with %j is answered with its code', async (path, given, code) => {
    expect(await codeOf(synthesis, 'context synthesize', `root:repo/${path}`, given)).toBe(code);
  });

  test('counts the children and frames that are seen', async () => {
    await using own = await openContextTools();
    await own.workspace.addType({ name: 'digest-of-notes', cardinality: 'single' });
    const given = { type: 'note', output: 'digest-of-notes' };
    const dark = await own.call(synthesis, 'context synthesize', 'root:repo/docs', given);
    const shown = await own.call(bright, 'context synthesize', 'root:repo/docs', given);
    expect([dark.reply.data.children, shown.reply.data.children]).toEqual([0, 2]);
    // It is made of notes that rest on something hidden, so it is as hidden as that.
    const count = async (caller: typeof reader) =>
      (await own.call(caller, 'context get', 'root:repo/docs', { type: given.output })).reply.data.count;
    expect([await count(reader), await count(bright)]).toEqual([0, 1]);
  });

  test('is renewed where it moved, and what only its author can renew is listed', async () => {
    await using own = await openContextTools();
    writeFiles(own.repo, { 'nested/c.ts': 'export function delta() {}\n', 'docs/d.md': 'changed\n' });
    const renewed = await own.call(synthesis, 'context regenerate', 'root:repo/nested', { recursive: true });
    expect(renewed.reply.data).toMatchObject({ regenerated: 2, cut_off: 0, stale_count: 0 });
    const again = await own.call(synthesis, 'context regenerate', 'root:repo/nested', { recursive: true });
    expect(again.reply.data).toMatchObject({ regenerated: 0, cut_off: 0 });
    const stale = async (caller: typeof synthesis) =>
      (await own.call(caller, 'context regenerate', 'root:repo/docs', { recursive: true })).reply.data;
    expect(await stale(synthesis)).toMatchObject({ stale: [], stale_count: 0 });
    expect(await stale(bright)).toMatchObject({
      stale: [{ address: 'root:repo/docs/d.md' }, {}],
      stale_count: 2,
    });
  });
});
