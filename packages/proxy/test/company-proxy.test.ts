import { beforeEach, expect, test, vi } from 'vitest';
import { startCompanyProxy } from './company-proxy.ts';
import { startProvider } from './provider.ts';
import { serve } from './serve.ts';

const KEY = { 'x-api-key': 'sk-secret-key' };

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];

beforeEach(() => {
  for (const name of NAMES.flatMap((one) => [one, one.toLowerCase()])) vi.stubEnv(name, '');
});

test('a provider is asked through a tunnel of the proxy that the environment names', async () => {
  const provider = await startProvider((_, response) => response.end('Here.'));
  const company = await startCompanyProxy(new URL(provider.url));
  vi.stubEnv('HTTP_PROXY', company.url);
  const { url } = await serve('http://provider.example');
  const response = await fetch(`${url}/v1/models`, { headers: KEY });
  expect(await response.text()).toBe('Here.');
  expect(company.tunnels).toEqual(['provider.example:80']);
  expect(company.requests).toEqual([]);
});

test('what passes through a tunnel to an https provider is encrypted', async () => {
  const provider = await startProvider(() => {});
  const company = await startCompanyProxy(new URL(provider.url));
  vi.stubEnv('HTTPS_PROXY', company.url);
  const { url } = await serve('https://provider.example');
  // The provider does not speak TLS.
  expect((await fetch(`${url}/v1/models`, { headers: KEY })).status).toBe(502);
  expect(company.tunnels).toEqual(['provider.example:443']);
  const TLS_HANDSHAKE = 0x16;
  expect(company.beginnings.map(([first]) => first)).toEqual([TLS_HANDSHAKE]);
});

test('a tunnel serves several requests', async () => {
  const provider = await startProvider((_, response) => response.end('Here.'));
  const company = await startCompanyProxy(new URL(provider.url));
  vi.stubEnv('http_proxy', company.url);
  const { url } = await serve('http://provider.example');
  for (let at = 0; at < 3; at += 1) await (await fetch(`${url}/v1/models`)).text();
  expect(provider.requests).toHaveLength(3);
  expect(company.tunnels).toHaveLength(1);
});

test.each(['127.0.0.1', 'localhost', '[::1]'])(
  'a provider on %s is asked directly, whatever the environment says',
  async (host) => {
    const provider = await startProvider((_, response) => response.end('Here.'));
    const company = await startCompanyProxy(new URL(provider.url));
    vi.stubEnv('HTTP_PROXY', company.url);
    const { port } = new URL(provider.url);
    const { url } = await serve(`http://${host}:${port}`);
    await fetch(`${url}/v1/models`, { headers: KEY });
    expect([company.requests, company.tunnels]).toEqual([[], []]);
  },
);

test.each([
  ['NO_PROXY', 'provider.example, 127.0.0.2'],
  ['no_proxy', '*'],
])('a host that %s excludes is asked directly', async (name, value) => {
  const company = await startCompanyProxy('refuses');
  vi.stubEnv('HTTP_PROXY', company.url);
  vi.stubEnv(name, value);
  // Nothing listens there.
  const { url } = await serve('http://127.0.0.2:9');
  expect((await fetch(`${url}/v1/models`)).status).toBe(502);
  expect(company.tunnels).toEqual([]);
});

test('a proxy of another kind is not used', async () => {
  const company = await startCompanyProxy('refuses');
  vi.stubEnv('ALL_PROXY', company.url.replace('http:', 'socks5:'));
  const { url } = await serve('http://127.0.0.2:9');
  expect((await fetch(`${url}/v1/models`)).status).toBe(502);
  expect(company.tunnels).toEqual([]);
});

test('a tunnel that the proxy refuses is a 502 that says so', async () => {
  const company = await startCompanyProxy('refuses');
  vi.stubEnv('HTTPS_PROXY', company.url);
  const { url } = await serve('https://provider.example');
  const response = await fetch(`${url}/v1/messages`, { method: 'POST', headers: KEY, body: '{}' });
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('the company proxy answered 407'),
  ]);
  expect(company.requests).toEqual([]);
});

test('a proxy that does not answer is a 502 after the time limit', async () => {
  const company = await startCompanyProxy('hangs');
  vi.stubEnv('HTTPS_PROXY', company.url);
  const { url } = await serve('https://provider.example', { timeoutMs: 200 });
  const response = await fetch(`${url}/v1/models`);
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('sent nothing for 200 ms'),
  ]);
  expect(company.tunnels).toHaveLength(1);
});
