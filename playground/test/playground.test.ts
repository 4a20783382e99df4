import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { FORMAT_NAMES, getCodec, type FormatName } from '@palimpsest/formats';
import { createPalimpsest } from 'palimpsest';
import { chromium, type Browser, type Page } from 'playwright-core';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCommand } from '../../packages/cli/test/command.ts';
import { jsonLines, log } from '../../packages/cli/test/sessions.ts';

const executablePath = process.env['PALIMPSEST_CHROMIUM'];
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const require = createRequire(import.meta.url);
const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));
const { run } = createCommand();

const LOGS: ReadonlySet<string> = new Set(['claude-code', 'codex']);
const STRATEGIES = createPalimpsest()
  .registry.plugins()
  .filter(({ requiresLLM }) => !requiresLLM)
  .map(({ name }) => name);

const example = readFileSync(new URL('../../examples/session.json', import.meta.url), 'utf8');
const history = getCodec('openai').decode((JSON.parse(example) as unknown[]).slice(0, 80));

/** Milliseconds until a page must have answered, also on a busy machine. */
const PATIENCE = { timeout: 200_000 };

function encode(format: FormatName): unknown[] {
  return getCodec(format).encode(history.map(({ native: _native, ...entry }) => entry));
}

/** Returns a session in a format, as its agents store it. */
function write(format: FormatName): string {
  if (format === 'claude-code') return jsonLines(log());
  if (format === 'codex') {
    const items = encode('openai-responses');
    return jsonLines([
      { type: 'session_meta', payload: { id: 's-1' } },
      ...items.map((payload) => ({ type: 'response_item', payload })),
    ]);
  }
  return JSON.stringify(encode(format), undefined, 2);
}

beforeAll(() => build({ configFile, logLevel: 'warn' }));

test('the scripts have at most 350 kB, compressed with gzip', () => {
  const folder = new URL('../dist/assets/', import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const size = scripts.reduce(
    (sum, name) => sum + gzipSync(readFileSync(new URL(name, folder))).length,
    0,
  );
  expect(scripts).toHaveLength(1);
  expect(size).toBeLessThan(350_000);
});

/** Drops a file on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const { DataTransfer: Transfer } = globalThis as unknown as {
        DataTransfer: new () => { readonly items: { add(file: File): void } };
      };
      const given = new Transfer();
      given.items.add(new File([content!], fileName!));
      return given;
    },
    [name, text],
  );
  await page.dispatchEvent('.source', 'drop', { dataTransfer: transfer });
}

async function download(page: Page): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download result' }).click(),
  ]);
  return readFileSync(await saved.path(), 'utf8');
}

describe.skipIf(executablePath === undefined)('in a browser', () => {
  let browser: Browser;
  let server: PreviewServer;
  let address = '';
  let shared: Page | undefined;
  beforeAll(async () => {
    server = await preview({ configFile, logLevel: 'warn', preview: { port: 0 } });
    [address] = server.resolvedUrls!.local as [string];
    browser = await chromium.launch({ executablePath: executablePath!, args });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function open(colorScheme: 'light' | 'dark' = 'light', width = 1200): Promise<Page> {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
    await page.goto(address);
    await page.waitForSelector('article');
    return page;
  }

  test.each(FORMAT_NAMES)(
    'a dropped file in the format %s becomes what the command line writes, with each strategy',
    async (format) => {
      shared ??= await open();
      const page = shared;
      const stdin = write(format);
      await drop(page, `${format}.json`, stdin);
      await page.getByRole('button', { name: 'Copy as command' }).waitFor();
      await expect
        .poll(() => page.locator('.usage pre').last().textContent(), PATIENCE)
        .toContain(`${format}.json`);
      for (const strategy of STRATEGIES) {
        await page.getByRole('combobox', { name: 'Strategy', exact: true }).selectOption(strategy);
        const argv = ['compress', '-', '-s', strategy, '-r', '0.25', '--report', 'none'];
        const { stdout } = await run(argv, { stdin });
        // A log keeps its records, and a compaction follows them.
        const isRight = LOGS.has(format)
          ? stdout.startsWith(stdin.trimEnd())
          : stdout.length < stdin.length;
        expect(isRight).toBe(true);
        const result = await download(page);
        expect(result === stdout).toBe(true);
      }
      await expect(page.locator('[role=alert]').count()).resolves.toBe(0);
    },
  );

  test('loads only its own files, and its policy forbids all others', async () => {
    const page = await browser.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(address);
    await page.waitForSelector('article');
    const own = [address, `blob:${address}`, 'data:,'];
    expect(requested.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
    const fetched = page.evaluate(() =>
      fetch('/').then(
        () => 'loaded',
        () => 'refused',
      ),
    );
    await expect(fetched).resolves.toBe('refused');
    await page.close();
  });

  test('opens files without a network, once it is loaded', async () => {
    const page = await open();
    await page.context().setOffline(true);
    for (const name of ['one.json', 'two.json']) {
      await drop(page, name, write('anthropic'));
      await expect
        .poll(() => page.locator('.usage pre').last().textContent(), PATIENCE)
        .toContain(name);
    }
    await page.close();
  });

  test('shows the effect of target and settings, as code and as a command too', async () => {
    const page = await open();
    const figures = page.locator('.figures');
    const before = await figures.innerText();
    await page.getByRole('slider', { name: 'Target' }).fill('50');
    await expect.poll(() => figures.innerText(), PATIENCE).not.toBe(before);
    await page.getByText('Settings', { exact: true }).click();
    await page.getByLabel('compression-preserve-threshold').fill('0.1');
    await page.getByText('Code and command').click();
    const [code, command] = await page.locator('.usage pre').allInnerTexts();
    expect(code).toContain("  targetRatio: 0.5,\n  format: 'openai',");
    expect(code).toContain("'compression-preserve-threshold': 0.1,");
    const [, , , name, ...argv] = command!.split(' ');
    expect(name).toBe('session.json');
    argv.splice(argv.indexOf('--out'), 2);
    const { stdout } = await run(['compress', '-', ...argv], { stdin: example });
    expect((await download(page)) === stdout).toBe(true);
    await expect.poll(() => page.locator('.reason').count(), PATIENCE).toBeGreaterThan(0);
    await expect(page.locator('article.reported').count()).resolves.toBeGreaterThan(0);
    await page.close();
  });

  test('shows two strategies side by side, and one alone again', async () => {
    const page = await open('light', 1300);
    await page.getByLabel('Compare with').selectOption('top-down-truncation');
    const results = page.locator('.results > section');
    await expect.poll(() => results.nth(1).locator('article').count(), PATIENCE).toBeGreaterThan(0);
    const [left, right] = await results.locator('.figures').allInnerTexts();
    expect(left).not.toBe(right);
    const boxes = await Promise.all([0, 1].map((at) => results.nth(at).boundingBox()));
    expect(boxes[0]!.y).toBe(boxes[1]!.y);
    expect(boxes[1]!.x).toBeGreaterThan(600);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1300);
    await page.getByLabel('Compare with').selectOption('');
    await expect.poll(() => results.count()).toBe(1);
    await page.close();
  });

  test('says what is wrong with a file or a setting, and goes on', async () => {
    const page = await open();
    const thrown: Error[] = [];
    page.on('pageerror', (error) => thrown.push(error));
    await drop(page, 'notes.txt', 'no session');
    await expect
      .poll(() => page.locator('[role=alert]').innerText(), PATIENCE)
      .toMatch(/notes\.txt:1:\d+: this is not JSON/);
    // Nothing of the session before stays under the name of this file.
    await expect(page.locator('.figures, article').count()).resolves.toBe(0);
    await drop(page, 'two.jsonl', `${JSON.stringify({ id: 'a', messages: [] })}\n{"id":\n`);
    await expect
      .poll(() => page.locator('.outcome').innerText(), PATIENCE)
      .toContain('1 line cannot be read');
    await page.getByLabel('Example').selectOption('anthropic');
    await page.waitForSelector('article');
    await page.getByText('Settings', { exact: true }).click();
    await page.getByLabel('compression-preserve-threshold').fill('7');
    await expect
      .poll(() => page.locator('[role=alert]').innerText(), PATIENCE)
      .toContain('compression-preserve-threshold');
    // Nothing of the choices before stays beside the problem.
    await expect(page.locator('.figures, article').count()).resolves.toBe(0);
    expect(thrown).toEqual([]);
    await page.close();
  });

  test.each([
    ['light', 1200],
    ['dark', 390],
  ] as const)(
    'has no serious barrier in %s at %i pixels, and nothing is wider than the page',
    async (scheme, width) => {
      const page = await open(scheme, width);
      await page.getByText('Settings', { exact: true }).click();
      await page.getByText('Code and command').click();
      await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: {
            run(): Promise<{
              violations: { id: string; impact: string; nodes: { html: string }[] }[];
            }>;
          };
        };
        const found = await axe.run();
        return found.violations.map(({ id, impact, nodes }) => `${impact} ${id} ${nodes[0]!.html}`);
      });
      expect(violations.filter((violation) => /^(?:serious|critical)/.test(violation))).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        width,
      );
      await page.close();
    },
  );
});
