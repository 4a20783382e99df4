import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPage } from '../page/build-page.ts';
import type { ComparedEntry, Comparison } from '../src/index.ts';
import { writeReport } from '../src/write-report.ts';

const executablePath = process.env['PALIMPSEST_CHROMIUM'];
/** The browser gets no network. */
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const require = createRequire(import.meta.url);

const entries: ComparedEntry[] = Array.from({ length: 10_000 }, (_, index) => ({
  index,
  kind: index % 2 === 0 ? 'call' : 'result',
  label: `read_file src/file-${index - (index % 2)}.ts`,
  change: index % 2 === 0 ? 'kept' : 'shortened',
  tokensBefore: 100,
  tokensAfter: index % 2 === 0 ? 100 : 20,
  ...(index === 3 ? { marks: ['stale' as const] } : {}),
  texts: [
    {
      title: 'result of read_file',
      before: `first of ${index}\nsecond ${Math.sin(index)} ${Math.cos(index)} ${Math.tan(index)}\nthird\n</script><b>fourth</b>\nfifth needle-${index}`,
      edits: index % 2 === 0 ? [5] : [-4, '…4', 1],
      reasons: { 4: `needle-${index} — named by the model` },
    },
  ],
}));
/** A run of steps that a report tells in one sentence. */
entries[5] = {
  index: 5,
  lastIndex: 9,
  kind: 'result',
  label: 'Read a.ts, b.ts; ran npm test',
  change: 'reported',
  tokensBefore: 300,
  tokensAfter: 12,
  texts: [
    {
      title: 'entries',
      before: '#5 call of read_file\npath: a.ts\n\n#6 result of read_file\nthe original line',
      edits: [-5, 'Read a.ts, b.ts; ran npm test'],
    },
  ],
};
entries[9_999] = { ...entries[9_999]!, lastIndex: 10_004 };
const comparison: Comparison = {
  title: 'session <1>.json',
  subject: 'Make <b>it</b> work.',
  about: 'What is kept.',
  hasReasons: true,
  facts: ['openai', 'salience'],
  tokensBefore: 1_000_000,
  tokensAfter: 600_000,
  targetTokens: 600_000,
  entries,
  demands: [
    { text: 'Never touch main.', index: 0, state: 'stands' },
    { text: 'Use tabs.', index: 2, state: 'lost' },
    { text: 'Only in a run of steps.', index: 10_002, state: 'restated' },
  ],
};

test('a page without a place for data is refused', async () => {
  await expect(writeReport(comparison, '<html></html>')).rejects.toThrow(TypeError);
});

test.skipIf(executablePath === undefined)(
  'the page loads nothing from elsewhere, and has much data in parts',
  async () => {
    expect(await html()).not.toMatch(/(?:src|href)="(?!data:)/);
    expect((await html()).split('class="data"').length).toBeGreaterThan(2);
  },
);

test.skipIf(executablePath === undefined)('says when its data cannot be read', async () => {
  const page = await browser!.newPage();
  await page.setContent((await html()).replace('class="data">', 'class="data">!'));
  await expect.poll(() => page.locator('#report').innerText()).toMatch(/cannot be read: .+/);
  await page.close();
});

let browser: Browser | undefined;
let report: string | undefined;

async function html(): Promise<string> {
  if (report !== undefined) return report;
  await buildPage('report');
  const page = readFileSync(new URL('../dist/report.html', import.meta.url), 'utf8');
  report = await writeReport(comparison, page);
  return report;
}

beforeAll(async () => {
  if (executablePath !== undefined) browser = await chromium.launch({ executablePath, args });
});
afterAll(() => browser?.close());

async function open(colorScheme: 'light' | 'dark', width: number): Promise<Page> {
  const page = await browser!.newPage({ colorScheme, viewport: { width, height: 900 } });
  await page.route('**', (route) => route.abort());
  await page.setContent(await html());
  await page.waitForSelector('article');
  return page;
}

test.skipIf(executablePath === undefined)(
  'shows figures, demands and the entries in view only',
  async () => {
    const page = await open('light', 1200);
    await expect(page.locator('h1').innerText()).resolves.toBe('Make <b>it</b> work.');
    await expect(page.title()).resolves.toBe('Make <b>it</b> work. – Palimpsest');
    await expect(page.locator('header').innerText()).resolves.toMatch(
      /session <1>\.json · openai · salience\s+What is kept\./,
    );
    await expect(page.locator('.figures').innerText()).resolves.toContain('1,000,000 → 600,000');
    const demands = await page.locator('.demand').allInnerTexts();
    expect(demands[0]).toMatch(/removed.*Use tabs\..*#2/);
    expect(demands[1]).toMatch(/kept.*Never touch main\..*#0/);
    expect(await page.locator('article').count()).toBeLessThan(60);
    const shortened = page.locator('article', { hasText: '#1' }).first();
    await expect(shortened.innerText()).resolves.toMatch(
      /4 lines removed[\s\S]*…4[\s\S]*fifth needle-1/,
    );
    await expect(shortened.innerText()).resolves.toContain('named by the model');
    await shortened.locator('.fold').click();
    await expect(shortened.innerText()).resolves.toContain('</script><b>fourth</b>');
    await expect(page.locator('.mark').first().innerText()).resolves.toContain('outdated read');
    await page.close();
  },
);

test.skipIf(executablePath === undefined).each([1200, 390])(
  'opens in place, at %i pixels, what a report left out of a run of steps',
  async (width) => {
    const page = await open('light', width);
    const run = page.locator('article', { hasText: '#5–9' });
    await expect(run.innerText()).resolves.toMatch(/in the report[\s\S]*5 lines removed/);
    await expect(run.locator('.row .after').innerText()).resolves.toContain('ran npm test');
    await run.locator('.fold').click();
    await expect(run.locator('.row .before').innerText()).resolves.toContain('the original line');
    await expect(run.locator('.row .after').innerText()).resolves.toContain('ran npm test');
    await page.close();
  },
);

test.skipIf(executablePath === undefined)(
  'only the window scrolls, and the captions stay in view',
  async () => {
    const page = await open('light', 1200);
    await page.evaluate('scrollTo(0, 100_000)');
    await expect.poll(() => page.locator('article').first().innerText()).not.toContain('#1');
    expect(await page.locator('article').count()).toBeGreaterThan(3);
    await expect(page.getByText('What the model sees now').isVisible()).resolves.toBe(true);
    const scrolling = `[...document.querySelectorAll('body *')].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY)).length`;
    expect(await page.evaluate(scrolling)).toBe(0);
    await page.close();
  },
);

test.skipIf(executablePath === undefined)(
  'finds texts, and goes to an entry that a demand names',
  async () => {
    const page = await open('light', 1200);
    await page.keyboard.press('/');
    await page.keyboard.type('NEEDLE-9999');
    await expect.poll(() => page.evaluate(`document.querySelectorAll('article').length`)).toBe(1);
    await expect(page.locator('article').innerText()).resolves.toContain('#9999');
    await page.getByRole('button', { name: '#10002' }).click();
    await expect.poll(() => page.evaluate(`document.activeElement?.dataset.entry`)).toBe('9999');
    await page.locator('.demand button').first().click();
    await expect.poll(() => page.evaluate(`document.activeElement?.dataset.entry`)).toBe('2');
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(`document.activeElement?.dataset.entry`)).toBe('3');
    await expect(
      page.locator('[data-entry="3"] .heading').getAttribute('aria-expanded'),
    ).resolves.toBe('true');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(`document.querySelector('[data-entry="3"] .heading').ariaExpanded`))
      .toBe('false');
    await page.close();
  },
);

test.skipIf(executablePath === undefined).each([
  ['light', 1200],
  ['dark', 390],
] as const)(
  'has no serious barrier in %s at %i pixels, and nothing is wider than the page',
  async (scheme, width) => {
    const page = await open(scheme, width);
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
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.close();
  },
);
