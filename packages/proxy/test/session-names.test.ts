import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startModel } from './provider.ts';
import { serve } from './serve.ts';

const CHAT = '/v1/chat/completions';
const GEMINI = '/v1beta/models/m:generateContent';

interface Asked {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly system?: string;
}

function bodyOf({ path = CHAT, system = 'Be brief.' }: Asked): object {
  const said = 'Fix the failing test.';
  return path === CHAT
    ? {
        model: 'm',
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: said },
        ],
        tools: [{ type: 'function', function: { name: 'bash', parameters: { type: 'object' } } }],
      }
    : {
        systemInstruction: { parts: [{ text: system }] },
        contents: [{ role: 'user', parts: [{ text: said }] }],
        tools: [{ functionDeclarations: [{ name: 'bash' }] }],
      };
}

/** Returns the names of the sessions that requests with the same first message belong to. */
async function sessionsOf(...requests: readonly Asked[]): Promise<readonly string[]> {
  const model = await startModel(() => ({ text: 'Done.' }));
  const sessions: string[] = [];
  const { url } = await serve(model.url, { onRequest: ({ session }) => sessions.push(session) });
  for (const asked of requests) {
    const { path = CHAT, headers = {} } = asked;
    const body = JSON.stringify(bodyOf(asked));
    const response = await fetch(url + path, { method: 'POST', headers, body });
    await response.text();
  }
  expect(sessions).toHaveLength(requests.length);
  return sessions;
}

const bearer = (key: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${key}`,
});

test.each([
  { headers: bearer('b') },
  { headers: { 'x-api-key': 'a' } },
  { headers: { 'api-key': 'a' } },
  { headers: { 'x-goog-api-key': 'a' } },
  {},
])('requests with other credentials, as %j, are of another session', async (other) => {
  const [alice, again, bob] = await sessionsOf(
    { headers: bearer('a') },
    { headers: bearer('a') },
    other,
  );
  expect(again).toBe(alice);
  expect(bob).not.toBe(alice);
});

test('the key in a query counts as credentials', async () => {
  const [alice, again, bob] = await sessionsOf(
    { path: `${GEMINI}?key=a` },
    { path: `${GEMINI}?x=1&key=a` },
    { path: `${GEMINI}?key=b` },
  );
  expect(again).toBe(alice);
  expect(bob).not.toBe(alice);
});

test.each([CHAT, `${GEMINI}?key=a`])(
  'a session of %s goes on when its system prompt changes',
  async (path) => {
    const headers = bearer('a');
    const [monday, tuesday] = await sessionsOf(
      { path, headers, system: 'Today is Monday.' },
      { path, headers, system: 'Today is Tuesday.' },
    );
    expect(tuesday).toBe(monday);
  },
);

test.each(['x-claude-code-session-id', 'session-id'])(
  'a session that its agent names by %s goes on when a login renews its token',
  async (name) => {
    const [before, after, other] = await sessionsOf(
      { headers: { ...bearer('first'), [name]: 'one' } },
      { headers: { ...bearer('second'), [name]: 'one' } },
      { headers: { ...bearer('second'), [name]: 'two' } },
    );
    expect(after).toBe(before);
    expect(other).not.toBe(before);
  },
);

test('the name of a session has no digest of its key', async () => {
  const key = 'sk-secret-key';
  const [session] = await sessionsOf({ headers: bearer(key) });
  for (const text of [key, `Bearer ${key}`, JSON.stringify([`Bearer ${key}`, '', '', ''])]) {
    const digest = createHash('sha256').update(text).digest('hex');
    expect(session).not.toContain(digest.slice(0, 8));
  }
});
