// The protocol server with the official client in memory: what it offers, and how it answers whatever is sent.

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchemaType } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { expect, test } from 'vitest';
import { toolSchemas } from '../../src/tools/index.ts';
import { call, connect, shopToolbox, temporaryFolder } from './hosts.ts';

const guard = { policy: 'investigate', mode: 'forge' };

test('every tool has a description, annotations, and schemas that compile', async () => {
  const { toolbox } = await shopToolbox({ guard, testCommand: 'npm test' });
  const { tools } = await (await connect(toolbox)).listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual([
    ...['investigate', 'report', 'runs', 'verify', 'why'],
    ...toolSchemas().map(({ name }) => name),
  ]);
  const validator = new AjvJsonSchemaValidator();
  for (const { description, inputSchema, outputSchema, annotations } of tools) {
    expect(description).toMatch(/^[A-Z].+\.$/s);
    expect(inputSchema.type).toBe('object');
    expect(validator.getValidator(inputSchema as JsonSchemaType)({ unknown: 1 }).valid).toBe(false);
    expect(validator.getValidator(outputSchema as JsonSchemaType)({ type: 'X' }).valid).toBe(false);
    expect(typeof annotations?.readOnlyHint).toBe('boolean');
  }
});

test('what the operator did not say is not offered', async () => {
  const { toolbox } = await shopToolbox();
  const names = toolbox.tools.map(({ name }) => name);
  expect(names).toEqual(['investigate', 'report', 'runs', 'verify', 'get', 'list', 'compose', 'explain']);
  const guarded = await shopToolbox({ guard, hasInvestigations: false });
  expect(guarded.toolbox.tools.map(({ name }) => name)).toEqual(toolSchemas().map(({ name }) => name));
  const client = await connect(guarded.toolbox);
  expect(client.getServerCapabilities()?.resources).toBeUndefined();
  for (const name of ['investigate', 'report', 'get', 'why'])
    expect((await call(client, name, { run: 'latest', path: '.' })).code).toBe('MCP-CALL-I-002');
});

test('an investigation tells how far it is, and its report can be read again', async () => {
  const { toolbox, folder } = await shopToolbox();
  const client = await connect(toolbox);
  const told: number[] = [];
  const request = { name: 'investigate', arguments: { reports: ['reports'] } };
  const result = await client.callTool(request, { onprogress: ({ progress }) => told.push(progress) });
  const [first] = result.content;
  expect(first?.type === 'text' && first.text).toMatch(/failures?, \d+ causes?/);
  expect(told.length).toBeGreaterThan(0);
  expect(told).toEqual(told.toSorted((left, right) => left - right));
  const { data } = await call(client, 'report', { run: 'latest' });
  expect(data.report).toEqual((result.structuredContent as { data: { report: unknown } }).data.report);
  expect(JSON.stringify(result)).not.toContain(folder);
  const { run } = data.report as { run: string };
  expect((await call(client, 'runs')).data.runs).toMatchObject([{ run }]);
  const verified = await call(client, 'verify', { run });
  expect(verified).toMatchObject({ code: 'MCP-RUN-S-005', data: { ok: true, run, differences: [] } });
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(['penumbra://runs', `penumbra://runs/${run}/report`]);
  const { contents } = await client.readResource({ uri: `penumbra://runs/${run}/report` });
  expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(data.report);
  const { showRun } = await import('../../src/commands/runs.ts');
  const [one] = (await showRun({ workspace: folder, run, environment: {} })).model.cases;
  const packs = `penumbra://runs/${run}/cases/${one?.id}/packs`;
  const listed = await client.readResource({ uri: packs });
  const { packs: known } = JSON.parse((listed.contents[0] as { text: string }).text);
  const pack = await client.readResource({ uri: `${packs}/${known[0].step}` });
  expect((pack.contents[0] as { text: string }).text).toContain('# ');
  await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('no such resource');
});

test('a report as a text is the same as in a file, and a second run is read', async () => {
  const { toolbox } = await shopToolbox();
  const client = await connect(toolbox);
  const text =
    '<testsuite><testcase classname="a" name="b"><failure message="no">no</failure></testcase></testsuite>';
  const first = await call(client, 'investigate', { text, memory: 'off' });
  const second = await call(client, 'investigate', { text, memory: 'off' });
  expect(first.code).toBe('MCP-RUN-S-001');
  expect(second.data).toEqual(first.data);
});

test('a cancelled investigation stops, and the next call is served', async () => {
  const { toolbox } = await shopToolbox();
  const stopped = new AbortController();
  const asked = { name: 'investigate', given: { reports: ['reports'] }, signal: stopped.signal };
  const onProgress = (): void => stopped.abort();
  expect((await toolbox.call({ ...asked, onProgress })).reply.code).toBe('MCP-RUN-E-002');
  expect((await toolbox.call(asked)).reply.code).toBe('MCP-RUN-E-002');
  const client = await connect(toolbox);
  expect((await call(client, 'investigate', { reports: ['reports'] })).code).toBe('MCP-RUN-S-001');
});

test.each<[string, string, unknown]>([
  ['a number for a list', 'investigate', { reports: 5 }],
  ['a number in a list', 'investigate', { reports: [5] }],
  ['an unknown argument', 'investigate', { text: 'a', shell: 'rm' }],
  ['a NUL', 'investigate', { reports: ['a\0b'] }],
  ['far too many names', 'investigate', { reports: Array(5_000).fill('a') }],
  ['a far too long text', 'investigate', { text: 'x'.repeat(9_000_000) }],
  ['nothing', 'investigate', undefined],
  ['what is no report', 'investigate', { text: 'hello' }],
  ['a report that is not there', 'investigate', { reports: ['no.xml'] }],
  ['standard input', 'investigate', { reports: ['-'] }],
  ['a file of the host', 'investigate', { reports: ['/etc/passwd'] }],
  ['a file above the workspace', 'investigate', { reports: ['../../etc/passwd'] }],
  ['a pattern', 'investigate', { reports: ['**/*'] }],
  ['an option of git', 'investigate', { reports: ['reports'], good: '--output=x' }],
  ['half a character', 'investigate', { text: '\ud800' }],
  ['a run that is none', 'report', { run: '../../x' }],
  ['an unknown run', 'report', { run: 'abcd' }],
  ['a list for a run', 'report', { run: ['latest'] }],
  ['a run where there is none', 'verify', { run: 'latest' }],
  ['a path that is a mapping', 'get', { path: {} }],
  ['a path outside', 'get', { path: '../../../etc/passwd' }],
  ['an unknown type', 'get', { path: '.', types: ['nonsense'] }],
  ['a negative bound', 'compose', { path: '.', max_frames: -1 }],
  ['a bound without an end', 'compose', { path: '.', max_frames: 1e300 }],
  ['nothing to explain', 'explain', {}],
  ['a tool that every object has', 'constructor', {}],
  ['a tool with the name of a place', '/etc/passwd', {}],
])('%s is answered by a reply of type I', async (_what, name, given) => {
  const { toolbox, folder } = await shopToolbox();
  const client = await connect(toolbox);
  const reply = await call(client, name, given as object | undefined);
  expect(reply).toMatchObject({ type: 'I', code: expect.stringMatching(/^MCP-(CALL|RUN)-I-/) });
  expect(JSON.stringify(reply)).not.toContain(folder);
  expect((await call(client, 'list', { path: '.' })).type).toBe('S');
});

test('a key __proto__ changes nothing', async () => {
  const { toolbox } = await shopToolbox();
  const given = JSON.parse('{"__proto__": {"text": "x"}, "reports": ["reports"]}');
  expect((await toolbox.call({ name: 'investigate', given })).reply.code).toBe('MCP-CALL-I-001');
  expect(({} as { text?: string }).text).toBeUndefined();
});

test('links lead to no report outside, and pipes are not waited for', async () => {
  const { toolbox, folder } = await shopToolbox();
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'r.xml'), '<testsuite/>');
  mkdirSync(join(folder, 'linked'));
  symlinkSync(join(outside, 'r.xml'), join(folder, 'linked', 'r.xml'));
  symlinkSync(outside, join(folder, 'away'));
  symlinkSync('/dev/zero', join(folder, 'zero.xml'));
  const client = await connect(toolbox);
  for (const name of ['linked', 'linked/r.xml', 'away', 'away/r.xml', 'zero.xml'])
    expect((await call(client, 'investigate', { reports: [name] })).code).toBe('MCP-RUN-I-001');
  expect(readdirSync(folder)).not.toContain('.penumbra');
});

test('guarded tools answer as the policy says, and every call is on record', async () => {
  const { toolbox, folder } = await shopToolbox({ guard });
  const client = await connect(toolbox);
  const codeOf = async (name: string, given: object) => (await call(client, name, given)).code;
  expect(await codeOf('file_read', { address: 'root:repo/package.json' })).toBe('MCP-FILE-S-001');
  expect(await codeOf('file_read', { address: 'root:repo/.git/config' })).toBe('WA-RES-I-003');
  expect(await codeOf('file_read', { address: `${folder}/package.json` })).toBe('WA-RES-I-001');
  expect(await codeOf('file_read', { address: 7 })).toBe('WA-RES-I-001');
  expect(await codeOf('file_write', { address: 'root:repo/new', text: '' })).toBe('EN-WRITE-D-001');
  expect(await codeOf('get', { path: '.git/config' })).toBe('MCP-CALL-I-002');
  await toolbox.close();
  const { openLedger } = await import('../../src/engine/index.ts');
  const { readAuditRecords } = await import('../../src/guard/index.ts');
  const { store } = await openLedger({ workspace: folder, environment: {} });
  const records = await Array.fromAsync(readAuditRecords(store));
  await store.close();
  expect(records.map(({ tool, command }) => `${tool} ${command}`)).toEqual([
    ...Array(4).fill('file read'),
    'file write',
  ]);
});

test('fifty clients at once are all served', async () => {
  const { toolbox } = await shopToolbox({ guard });
  await toolbox.call({ name: 'investigate', given: { reports: ['reports'] } });
  const clients = await Promise.all(Array.from({ length: 50 }, () => connect(toolbox)));
  const codes = await Promise.all(
    clients.flatMap((client) => [
      call(client, 'file_read', { address: 'root:repo/package.json' }).then(({ code }) => code),
      call(client, 'report', { run: 'latest' }).then(({ code }) => code),
    ]),
  );
  expect(new Set(codes)).toEqual(new Set(['MCP-FILE-S-001', 'MCP-RUN-S-004']));
});

test('a flood of calls is refused beyond a bound, and ends', async () => {
  const { toolbox } = await shopToolbox();
  const calls = Array.from({ length: 400 }, () => toolbox.call({ name: 'runs', given: {} }));
  const codes = (await Promise.all(calls)).map(({ reply }) => reply.code);
  expect(codes.filter((code) => code === 'MCP-CALL-E-002')).toHaveLength(400 - 256);
  expect((await toolbox.call({ name: 'list', given: { path: '.' } })).reply.type).toBe('S');
});

test('prompts name the tools and quote what they are given', async () => {
  const { toolbox } = await shopToolbox();
  const client = await connect(toolbox);
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['investigate', 'contest']);
  const { messages } = await client.getPrompt({ name: 'investigate', arguments: { reports: 'a"\nb' } });
  expect((messages[0] as { content: { text: string } }).content.text).toContain('"a\\"\\nb"');
  await expect(client.getPrompt({ name: 'investigate', arguments: {} })).rejects.toThrow('argument');
  await expect(client.getPrompt({ name: 'toString', arguments: {} })).rejects.toThrow('no such prompt');
});

test.each([
  ['an unknown mode', { policy: 'investigate', mode: 'nowhere' }, 'has no mode'],
  ['an unknown policy', { policy: 'no-such-file', mode: 'forge' }, 'cannot read'],
  ['an unknown root', { policy: 'investigate', mode: 'forge', roots: { yard: '.' } }, 'has no root'],
  ['a root that is not there', { policy: 'investigate', mode: 'forge', roots: { repo: '/nowhere' } }, 'no'],
])('%s keeps the toolbox from being opened', async (_what, terms, message) => {
  await expect(shopToolbox({ guard: terms })).rejects.toThrow(message);
});

test('what is proven is told without the secrets of its lines', async () => {
  const token = `ghp_${'aB3dE5gH7j'.repeat(4).slice(0, 36)}`;
  const testCommand = 'node --test web/tests/shipping.test.ts';
  const { toolbox, folder } = await shopToolbox({ testCommand });
  const source = join(folder, 'web/src/shipping.ts');
  const kept = /return zone\.base \+ [^\n]+/;
  expect(readFileSync(source, 'utf8')).toMatch(kept);
  writeFileSync(source, readFileSync(source, 'utf8').replace(kept, `return zone.base * 9; // ${token}`));
  const client = await connect(toolbox);
  const result = await client.callTool({ name: 'why', arguments: {} });
  const told = JSON.stringify(result);
  expect(told).toContain('"status":"proven"');
  expect(told).toContain('‹secret');
  expect(told).not.toContain(token);
});
