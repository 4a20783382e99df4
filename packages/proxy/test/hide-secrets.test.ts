import { memorySessions, messageDigest, type SessionStore } from '@palimpsest/originals/sessions';
import { expect, test } from 'vitest';
import { word } from '../../originals/test/secret-kinds.ts';
import { hideSecrets } from '../src/hide-secrets.ts';

const TOKEN = `ghp_${word(36)}`;
const LINES = [word(64, 1), word(64, 2), word(40, 3)];
const KEY = `-----BEGIN PRIVATE KEY-----\n${LINES.join('\n')}\n-----END PRIVATE KEY-----`;
/** What stands for the token in a store. */
const DIGEST = `[secret ${messageDigest(TOKEN)}]`;

async function store(sessions: SessionStore, texts: readonly string[]): Promise<void> {
  const parts = texts.map((text, at) => ({ id: `${at}`, text: JSON.stringify({ text }) }));
  await sessions.commit('s', undefined, { version: 'v', state: '', parts, unused: [] });
}

async function read(sessions: SessionStore, texts: readonly string[]): Promise<unknown> {
  const parts = await sessions.parts('s', [...texts.keys()].map(String));
  return parts.map((text) => (JSON.parse(text!) as { readonly text: string }).text);
}

test.each<[string, string, readonly string[]]>([
  ['a token', `The token is ${TOKEN}.`, [TOKEN]],
  ['a password of 7 letters', 'postgres://alice:hunter2@db/app', ['hunter2']],
  ['a password with a backslash', String.raw`https://alice:hun\ter@host`, [String.raw`hun\\ter`]],
  ['the lines of a private key', KEY, LINES],
])('no part has %s, and a new process reads it from the messages', async (_, text, secrets) => {
  const inner = memorySessions();
  const first = hideSecrets(inner);
  await store(first.store, [text]);
  const [stored] = await inner.parts('s', ['0']);
  for (const secret of secrets) expect(stored).not.toContain(secret);
  expect(await read(first.store, [text])).toEqual([text]);

  const second = hideSecrets(inner);
  const messages = [{ role: 'user', content: text }];
  expect(await second.during(messages, async () => await read(second.store, [text]))).toEqual([
    text,
  ]);
});

test('a digest in a message stays a digest', async () => {
  const inner = memorySessions();
  const texts = [`The token is ${TOKEN}.`, `The file has ${DIGEST}.`];
  const first = hideSecrets(inner);
  await store(first.store, texts);
  expect(await read(first.store, texts)).toEqual(texts);

  const second = hideSecrets(inner);
  expect(await second.during(texts, async () => await read(second.store, texts))).toEqual(texts);
});

test('a secret that no request has stays a digest', async () => {
  const inner = memorySessions();
  const texts = [`The token is ${TOKEN}.`];
  await store(hideSecrets(inner).store, texts);
  const second = hideSecrets(inner);
  const messages = [{ role: 'user', content: 'Go on.' }];
  expect(await second.during(messages, async () => await read(second.store, texts))).toEqual([
    `The token is ${DIGEST}.`,
  ]);
});
