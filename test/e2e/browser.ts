// A real browser for tests of pages: found, started once per file, and asked for pages whose faults are written down.

import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { findBrowser, isBrowserRequired } from '../../scripts/find-browser.ts';

const program = findBrowser();
const isMissing = program === null && !isBrowserRequired();
let browser: Browser | undefined;

/** Describes what needs a browser; where none can be had, it is skipped with a word, but never on a build machine. */
export function describeInBrowser(name: string, body: () => void): void {
  if (isMissing)
    process.stderr.write(
      `SKIPPED, no Chromium was found: ${name}\nhint: install it, or set PENUMBRA_CHROMIUM\n`,
    );
  describe.skipIf(isMissing)(name, () => {
    beforeAll(startBrowser);
    afterAll(() => browser?.close());
    body();
  });
}

/** A page, and what it did that it should not do. */
export type OpenedPage = {
  readonly page: Page;
  /** Returns errors, refusals of the security policy, dialogs, and requests other than for the page itself. */
  readonly faults: () => Promise<readonly string[]>;
};

/** Opens a file of the disk. */
export async function openFile(file: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  if (browser === undefined) throw new Error('the browser was not started');
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const address = pathToFileURL(file).href;
  const faults = watchPage(page, address);
  await page.addInitScript(`globalThis.refusals = [];
    document.addEventListener('securitypolicyviolation', (event) => refusals.push(event.violatedDirective));`);
  await page.goto(address);
  return {
    page,
    faults: async () => [
      ...faults,
      ...(await page.evaluate<string[]>('refusals')).map((directive) => `refused by ${directive}`),
    ],
  };
}

async function startBrowser(): Promise<void> {
  if (program === null) throw new Error('no Chromium was found; install it, or set PENUMBRA_CHROMIUM');
  // Chromium's sandbox does not start as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  browser = await chromium.launch({ executablePath: program, args });
}

function watchPage(page: Page, address: string): readonly string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`said ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== address) faults.push(`asked for ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`showed ${dialog.message()}`);
    void dialog.dismiss();
  });
  return faults;
}
