// Measures in Chromium what a person waits for: the report of a session of 48 MB, and the playground. Behind `tools/with-chromium.sh`.
// Fails if opening, scrolling or searching the report blocks the page for more than 200 ms, or the first view takes more than 1.5 s (issue 26).
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import { makeTranscript } from '../../bench/src/transcript.ts';

const MAX_TASK_MS = 200;
const FIRST_VIEW = 1_500;
/** Messages of a generated session of 48 MB. */
const MESSAGES = 40_300;
const ROUNDS = 5;
const PATIENCE = { timeout: 120_000 };

const root = new URL('../../', import.meta.url);
const executablePath = process.env['PALIMPSEST_CHROMIUM'];
if (executablePath === undefined) {
  console.error(
    'PALIMPSEST_CHROMIUM: expected the path of a Chromium, got nothing. Run tools/with-chromium.sh COMMAND.',
  );
  process.exit(2);
}

/** Records tasks that block the page. Runs in each page before its own scripts. */
const OBSERVE = `
  globalThis.blocked = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.blocked.push(duration);
  }).observe({ type: 'longtask', buffered: true });
`;

/** Milliseconds of the longest task since the last call; 0 if none took 50 ms. */
function longestTask(page: Page): Promise<number> {
  return page.evaluate('Math.max(0, ...globalThis.blocked.splice(0))');
}

/** Milliseconds from the start of the navigation to the first content. */
function firstView(page: Page): Promise<number> {
  return page.evaluate(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN`,
  );
}

async function openPage(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1_200, height: 900 } });
  await page.addInitScript(OBSERVE);
  await page.goto(address, PATIENCE);
  await page.waitForSelector('article', PATIENCE);
  return page;
}

/** Waits until nothing is due, so that a task belongs to the step before. */
function settle(page: Page): Promise<unknown> {
  return page.waitForTimeout(500);
}

const median = (times: readonly number[]): number =>
  times.toSorted((left, right) => left - right)[times.length >> 1]!;

const megabytes = async (path: string): Promise<string> =>
  `${((await stat(path)).size / 1e6).toFixed(1)} MB`;

const folder = await mkdtemp(join(tmpdir(), 'palimpsest-pages-'));
const configFile = fileURLToPath(new URL('playground/vite.config.ts', root));
await build({ configFile, logLevel: 'warn' });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
const server = await preview({ configFile, logLevel: 'warn', preview: { port: 0 } });

try {
  const session = join(folder, 'session.json');
  const report = join(folder, 'report.html');
  await writeFile(session, makeTranscript(MESSAGES, 1));
  const command = fileURLToPath(new URL('tools/palimpsest.ts', root));
  await promisify(execFile)(process.execPath, [command, 'inspect', session, '--html', report], {
    maxBuffer: 64 * 1_024 * 1_024,
  });
  console.log(`session ${await megabytes(session)}, report ${await megabytes(report)}`);

  const views: number[] = [];
  const worst = { open: [] as number[], scroll: [] as number[], search: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openPage(browser, pathToFileURL(report).href);
    await settle(page);
    views.push(await firstView(page));
    worst.open.push(await longestTask(page));
    for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, 4_000);
    await settle(page);
    worst.scroll.push(await longestTask(page));
    await page.keyboard.press('/');
    await page.keyboard.type('module-17');
    await settle(page);
    worst.search.push(await longestTask(page));
    await page.close();
  }
  const rounded = (times: readonly number[]): string =>
    `${median(times).toFixed(0)} ms in the median, ${Math.max(...times).toFixed(0)} at most`;
  console.log(`report: first view ${rounded(views)}`);
  for (const [step, times] of Object.entries(worst)) {
    console.log(`report: longest task, ${step}: ${rounded(times)}`);
  }

  const first: number[] = [];
  const results: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const page = await openPage(browser, server.resolvedUrls!.local[0]!);
    results.push(performance.now() - start);
    first.push(await firstView(page));
    await page.close();
  }
  console.log(
    `playground: first view ${rounded(first)}; first compressed example ${rounded(results)}`,
  );

  const tasks = Object.values(worst).map(median);
  if (Math.max(...tasks) > MAX_TASK_MS || Math.max(median(views), median(first)) > FIRST_VIEW) {
    console.error(
      `expected tasks of at most ${MAX_TASK_MS} ms and a first view within ${FIRST_VIEW} ms, in the median.`,
    );
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
