import { expect, test } from 'vitest';
import { startModel, startProvider } from './provider.ts';
import { serve } from './serve.ts';

const TOOLS = '[{"name":"bash","input_schema":{"type":"object"}}]';
const BLOCK =
  '{"type":"tool_use","id":"a","name":"bash","input":{"id":1734567890123456789,"ratio":1.0,"big":1e21,"neg":-0}}';
const RESULT = JSON.stringify(Array.from({ length: 900 }, (_, at) => `line ${at}`).join('\n'));

/** Writes a request of several steps as a program in another language may write it. */
function writeBody(steps: number): string {
  const messages = Array.from({ length: steps }, (_, at) => {
    const block = BLOCK.replace('"a"', `"a${at}"`);
    return `{"role" : "assistant","content":[${block}]}, {"role":"user","content":[{"type":"tool_result","tool_use_id":"a${at}","content":${RESULT}}]}`;
  });
  return `{"model":"m", "seed":12345678901234567890, "max_tokens":500, "x":{"\\u0041":[1.0]},\n "messages":[{"role":"user","content":"Read."},${messages.join(',')}], "tools":${TOOLS}}`;
}

const NAMED = { 'x-claude-code-session-id': 'one' };

async function post(
  url: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = NAMED,
): Promise<number> {
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  await response.text();
  return response.status;
}

test('in a body only the tools and shortened messages differ, and the rest keeps its bytes', async () => {
  const model = await startModel(() => ({ text: 'Done.' }));
  const { url } = await serve(model.url, {
    compression: { contextLimit: 16_000, settings: { maxOutputTokens: 500 } },
  });
  expect(await post(url, '/v1/messages', writeBody(1))).toBe(200);
  const [one = ''] = model.requests.map(({ bytes }) => bytes.toString());
  const [start, end] = writeBody(1).split(TOOLS) as [string, string];
  expect(one.startsWith(start)).toBe(true);
  expect(one.endsWith(end)).toBe(true);
  expect(one).toContain('"recall"');

  expect(await post(url, '/v1/messages', writeBody(12))).toBe(200);
  const long = model.requests.at(-1)!.bytes.toString();
  expect(long.length).toBeLessThan(0.7 * writeBody(12).length);
  expect(long).toContain('"seed":12345678901234567890');
  expect(long).toContain('"x":{"\\u0041":[1.0]},\n');
  // The newest call is unchanged.
  expect(long).toContain(BLOCK.replace('"a"', '"a11"'));
});

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

/** A request without the name of its session. */
const FIRST = writeBody(1).replace('"Read."', DEEP);

test.each([
  ['/v1/messages', 'a member', writeBody(1).replace('"x":', `"y":${DEEP},"x":`)],
  ['/v1/messages', 'a message', `${FIRST} `],
  ['/v1/messages', 'the first message', FIRST],
  ['/v1/messages', 'a call', writeBody(1).replace('"ratio":1.0', `"ratio":${DEEP}`)],
  [
    '/v1/messages',
    'a tool',
    writeBody(1).replace('"input_schema":{', `"input_schema":{"a":${DEEP},`),
  ],
  ['/v1/messages/count_tokens', 'a message that is counted', `${FIRST} `],
  [
    '/v1/responses',
    'an item that is to be compacted',
    `{"model":"m","input":[{"type":"reasoning","summary":${DEEP}},{"type":"compaction_trigger"}],"tools":${TOOLS}}`,
  ],
])('a request to %s too deep to be read goes out as it came: %s', async (path, _, body) => {
  const provider = await startProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const { url } = await serve(provider.url);
  // The proxy knows the session.
  expect(await post(url, '/v1/messages', writeBody(1))).toBe(200);
  expect(await post(url, path, body, body === FIRST ? {} : NAMED)).toBe(200);
  const sent = provider.requests.at(-1)!.bytes.toString();
  const [start = ''] = body.split('"tools"');
  expect(sent.startsWith(start)).toBe(true);
  expect(sent).toContain(DEEP);
});
