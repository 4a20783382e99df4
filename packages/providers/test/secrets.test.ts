import { inspect } from 'node:util';
import { fromLanguageModel } from '@palimpsest/providers';
import { expect, test } from 'vitest';
import { collect, failureOf } from './collect.ts';
import { KEY, protocols, type Protocol } from './protocols.ts';
import { event } from './stub-server.ts';

type Fetch = typeof globalThis.fetch;

/** Returns everything that a failed request makes visible. */
async function shown(protocol: Protocol, fetch: Fetch, secrets?: readonly string[]) {
  const model = protocol.model('http://user:pass@localhost?code=query', fetch);
  const provider = fromLanguageModel(model, { maxRetries: 0, secrets });
  const error = await failureOf(collect(provider));
  const all = [error, provider].map((value) => inspect(value, { depth: 9, showHidden: true }));
  return [...all, String(error.stack), JSON.stringify(error), JSON.stringify(provider)].join('\n');
}

const rejected: Fetch = () =>
  Promise.resolve(
    Response.json({ type: 'error', error: { message: `Bad: ${KEY}`, type: 'x' } }, { status: 401 }),
  );
const headerQuoted: Fetch = () => Promise.reject(new TypeError(`invalid header ${KEY}`));
const headerHeld: Fetch = () =>
  Promise.reject(Object.assign(new Error('x'), { config: { key: KEY }, cause: new Error(KEY) }));

test.each(protocols)('$name: errors never show a key that the AI SDK sends', async (protocol) => {
  for (const fetch of [rejected, headerQuoted, headerHeld]) {
    const text = await shown(protocol, fetch);
    expect(text).not.toContain(KEY);
    expect(text).not.toMatch(/pass@|code=query/);
  }
});

test.each(protocols)('$name: errors do not show the texts in `secrets`', async (protocol) => {
  const quoting: readonly Fetch[] = [
    (_url, init) => Promise.reject(new Error(JSON.stringify([...new Headers(init?.headers)]))),
    () => Promise.resolve(Response.json({ error: { message: KEY, type: KEY } }, { status: 400 })),
    () => Promise.resolve(new Response(`No ${encodeURIComponent(KEY)}`, { status: 500 })),
    () => Promise.resolve(new Response(event(`${KEY} {`))),
    () => Promise.resolve(new Response(event(protocol.error(KEY, KEY)))),
    rejected,
    headerQuoted,
    headerHeld,
  ];
  for (const fetch of quoting) expect(await shown(protocol, fetch, [KEY])).not.toContain(KEY);
});
