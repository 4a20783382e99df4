import { serveProxy } from '@palimpsest/proxy/node';
import type { DashboardState } from '@palimpsest/report';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildPage } from '../../report/page/build-page.ts';
import { DashboardSessions } from '../src/proxy/dashboard/dashboard-sessions.ts';
import { serveDashboard } from '../src/proxy/dashboard/serve-dashboard.ts';

const executablePath = process.env['PALIMPSEST_CHROMIUM'];
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const require = createRequire(import.meta.url);

let browser: Browser | undefined;
beforeAll(async () => {
  await buildPage('dashboard');
  await buildPage('report');
  if (executablePath !== undefined) browser = await chromium.launch({ executablePath, args });
});
afterAll(() => browser?.close());

const lines = Array.from({ length: 200 }, (_, line) => `line ${line}: ${line * 7_919}`).join('\n');

/** A proxy with its page, and an agent that goes on with its session. */
async function startAll(settings: Readonly<Record<string, unknown>> = {}) {
  const sent: string[] = [];
  const provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      sent.push(text);
      const prompt = Math.ceil(text.length / 4);
      const usage = {
        prompt_tokens: prompt,
        completion_tokens: 10,
        total_tokens: prompt + 10,
        prompt_tokens_details: { cached_tokens: Math.floor(0.8 * prompt) },
      };
      const choices = [{ index: 0, message: { role: 'assistant', content: 'Done.' } }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices, usage }));
    });
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const sessions = new DashboardSessions();
  sessions.priceBySettings(settings);
  const proxy = await serveProxy({
    upstreams: { openai: `http://127.0.0.1:${(provider.address() as AddressInfo).port}` },
    compression: { contextLimit: 16_000, settings: { maxOutputTokens: 500, ...settings } },
    onRequest: (report) => sessions.add(report),
    onMessages: (messages) => sessions.addMessages(messages),
    isOff: (session) => sessions.isOff(session),
  });
  const dashboard = await serveDashboard(sessions, undefined);
  onTestFinished(async () => {
    await dashboard.close();
    await proxy.close();
    provider.close();
    provider.closeAllConnections();
  });
  const messages: object[] = [{ role: 'user', content: 'Read it all. Never push to main.' }];
  const tools = [{ type: 'function', function: { name: 'bash', parameters: { type: 'object' } } }];
  async function goOn(turns: number, model: string = 'gpt-6-sol'): Promise<void> {
    for (let left = turns; left > 0; left -= 1) {
      const id = `call_${messages.length}`;
      const call = { name: 'bash', arguments: JSON.stringify({ command: `cat ${id}` }) };
      messages.push(
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: call }],
        },
        { role: 'tool', tool_call_id: id, content: `${lines} of ${id}` },
      );
      const body = JSON.stringify({ model, messages, tools });
      const response = await fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', body });
      await response.text();
    }
  }
  return { url: dashboard.url, goOn, sent, messages };
}

async function stateOf(url: string): Promise<DashboardState> {
  return (await (await fetch(`${url}state`)).json()) as DashboardState;
}

test('costs are seconds if the settings have the speed of a local model', async () => {
  const { url, goOn } = await startAll({ 'compression.prefillTokensPerSecond': 1_000 });
  await goOn(3);
  const { sessions, unit, prices } = await stateOf(url);
  expect(unit).toBe('seconds');
  expect(prices).toEqual([expect.stringContaining('seconds')]);
  const { cost, costWithout, prompt, cached } = sessions[0]!;
  expect(cost).toBeCloseTo((prompt - cached) / 1_000, 6);
  expect(costWithout).toBeGreaterThan(0);
});

async function turn(url: string, body: unknown, header = 'dashboard'): Promise<number> {
  const headers = { 'x-palimpsest': header };
  const response = await fetch(`${url}switch`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.status;
}

test('the page of a proxy has tokens, both usage figures, cache hits and costs', async () => {
  const { url, goOn, sent } = await startAll();
  expect((await stateOf(url)).sessions).toEqual([]);
  await goOn(30);
  const { sessions, prices } = await stateOf(url);
  const [session] = sessions;
  expect(session).toMatchObject({
    id: 1,
    subject: 'Read it all. Never push to main.',
    api: 'openai',
    model: 'gpt-6-sol',
    requests: 30,
  });
  const { tokensGiven, tokensSent, newestGiven, newestReported, prompt, cached } = session!;
  expect(tokensSent).toBeLessThan(0.8 * tokensGiven);
  expect(newestReported).toBe(Math.ceil(sent.at(-1)!.length / 4));
  expect(newestGiven).toBeGreaterThan(newestReported);
  expect(cached / prompt).toBeCloseTo(0.8, 2);
  expect(session!.cost).toBeGreaterThan(0);
  expect(session!.costWithout).toBeGreaterThan(0);
  expect(prices).toEqual([expect.stringContaining('gpt-6-sol')]);
});

test('a session with a model whose prices are unknown has no costs, not those of another model', async () => {
  const { url, goOn } = await startAll();
  await goOn(1);
  expect((await stateOf(url)).sessions[0]).toHaveProperty('cost');
  await goOn(1, 'gpt-6-sol-mini');
  await goOn(1);
  const { sessions, prices } = await stateOf(url);
  expect(sessions[0]).not.toHaveProperty('cost');
  expect(sessions[0]).not.toHaveProperty('costWithout');
  await goOn(1, 'gpt-5');
  expect(prices).toHaveLength(1);
  expect((await stateOf(url)).prices).toEqual([]);
});

test('a switch leaves one session alone, or all, until it is turned back', async () => {
  const { url, goOn, sent, messages } = await startAll();
  await goOn(12);
  const length = (): number => (JSON.parse(sent.at(-1)!) as { messages: object[] }).messages.length;
  const isWhole = (): boolean =>
    JSON.stringify((JSON.parse(sent.at(-1)!) as { messages: object[] }).messages) ===
    JSON.stringify(messages);
  expect(isWhole()).toBe(false);
  for (const id of [1, undefined]) {
    expect(await turn(url, { isOff: true, id })).toBe(204);
    await goOn(1);
    expect(isWhole()).toBe(true);
    expect(await turn(url, { isOff: false, id })).toBe(204);
    await goOn(1);
    expect(isWhole()).toBe(false);
  }
  expect(length()).toBeGreaterThan(0);
  expect(await turn(url, { isOff: true, id: 7 })).toBe(404);
  expect(await turn(url, { isOff: 'yes' })).toBe(400);
  // A page of another origin cannot send the header.
  expect(await turn(url, { isOff: true }, 'other')).toBe(403);
});

test('the page answers only under a loopback name', async () => {
  const { url } = await startAll();
  const status = await new Promise((resolve) => {
    send(`${url}state`, { headers: { host: 'evil.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).end();
  });
  expect(status).toBe(403);
  expect((await fetch(`${url}sessions/1`)).status).toBe(404);
  expect((await fetch(`${url}elsewhere`)).status).toBe(404);
});

async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    const found = await axe.run();
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} ${nodes[0]!.html}`);
  });
}

test.skipIf(executablePath === undefined)(
  'a person sees the sessions go on, switches one off, and sees what was removed',
  async () => {
    const { url, goOn, sent } = await startAll();
    const page = await browser!.newPage({ viewport: { width: 1200, height: 800 } });
    await page.goto(url);
    await page.getByText('No agent has sent a request yet').waitFor();
    await goOn(12);
    await page.getByText('1: Read it all.').waitFor();
    // The page may show the session before its last request.
    await expect
      .poll(() => page.getByRole('status').innerText())
      .toMatch(/12 requests in 1 session, \d+ % fewer tokens/);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop compressing: session 1' }).click();
    await page.getByRole('button', { name: 'Compress again: session 1' }).waitFor();
    const before = sent.length;
    await goOn(1);
    expect(sent).toHaveLength(before + 1);
    expect(sent.at(-1)).not.toContain('…');
    await page.getByRole('button', { name: 'Compress again: session 1' }).click();
    await page.getByRole('button', { name: 'Stop compressing: session 1' }).waitFor();
    await goOn(1);
    await page.getByRole('link', { name: 'What was removed' }).click();
    await page.locator('article').first().waitFor();
    await expect(page.locator('header').innerText()).resolves.toContain('as it was sent on');
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.getByRole('button', { name: 'Stop compressing: session 1' }).waitFor();
    await page.close();
  },
);

test.skipIf(executablePath === undefined)(
  'the page of a proxy can be read in the dark and on a phone',
  async () => {
    const { url, goOn } = await startAll();
    await goOn(12);
    const page = await browser!.newPage({
      colorScheme: 'dark',
      viewport: { width: 390, height: 800 },
    });
    await page.goto(url);
    await page.getByText('1: Read it all.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    const shot = process.env['PALIMPSEST_SHOTS'];
    if (shot !== undefined) await page.screenshot({ path: `${shot}/dashboard-dark.png` });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1200, height: 500 });
    if (shot !== undefined) await page.screenshot({ path: `${shot}/dashboard-light.png` });
    await page.close();
  },
);

test.skipIf(executablePath === undefined)(
  'the page of a proxy shows characters that change the order of a text',
  async () => {
    const { url, goOn } = await startAll();
    await goOn(1, 'gpt\u202E4');
    const page = await browser!.newPage();
    await page.goto(url);
    await expect
      .poll(() => page.locator('[data-label=Model]').allInnerTexts())
      .toEqual(['gpt[U+202E]4']);
    await page.close();
  },
);

test.skipIf(executablePath === undefined)(
  'only the own script of a page runs, on the page of a proxy and in a report',
  async () => {
    const { url, goOn } = await startAll();
    await goOn(12);
    const page = await browser!.newPage();
    for (const [path, shown] of [
      ['', 'h1'],
      ['sessions/1', 'article'],
    ] as const) {
      await page.goto(`${url}${path}`);
      await page.locator(shown).first().waitFor();
      const isRun = await page.evaluate(`
        const script = document.createElement('script');
        script.textContent = 'document.body.dataset.foreign = "ran"';
        document.body.append(script);
        document.body.dataset.foreign !== undefined;
      `);
      expect(isRun).toBe(false);
    }
    await page.close();
  },
);
