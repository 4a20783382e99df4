import { openOriginals, memoryOriginals } from '@palimpsest/originals';
import { redactSecrets } from '@palimpsest/originals/secrets';
import { expect, test } from 'vitest';
import { hex, SECRETS, word } from './secret-kinds.ts';

/** Where secrets stand in sessions. */
const PLACES: readonly ((secret: string) => string)[] = [
  (secret) => `API_KEY=${secret}`,
  (secret) => `  "key": "${secret}",\n  "other": 1`,
  (secret) => `curl -H 'x-api-key: ${secret}' https://example.org`,
  (secret) => `Use ${secret}.`,
  (secret) => JSON.stringify({ content: `key: ${secret}\nend` }),
  (secret) => JSON.stringify({ content: `keys:\n${secret}\nend` }),
];

test.each(Object.keys(SECRETS))('%s: nothing of 10 is left, wherever they stand', (kind) => {
  for (let seed = 0; seed < 10; seed += 1) {
    const secret = SECRETS[kind]!(seed);
    for (const place of PLACES) {
      const redacted = redactSecrets(place(secret));
      const plain = secret.split('\n').at(secret.includes('\n') ? 1 : 0)!;
      expect(redacted).toContain(`[secret: ${kind}]`);
      expect(redacted).not.toContain(plain.slice(-12));
      expect(redactSecrets(redacted)).toBe(redacted);
    }
  }
});

test.each([
  [`aws_secret_access_key = ${word(40)}`, 'aws_secret_access_key = [secret: AWS secret key]'],
  [`AccountName=a;AccountKey=${word(86)}==;x`, 'AccountName=a;AccountKey=[secret: Azure key];x'],
  [`Authorization: Bearer ${word(30)}`, 'Authorization: Bearer [secret: bearer token]'],
  [`postgres://app:${word(12)}@db:5432/x`, 'postgres://app:[secret: password]@db:5432/x'],
  [
    `//registry.example.org/:_authToken=${word(30)}`,
    '//registry.example.org/:_authToken=[secret: npm token]',
  ],
  [
    `https://hooks.slack.com/services/T0/${word(30)}`,
    'https://hooks.slack.com/services/[secret: webhook]',
  ],
])('of %j only the secret goes', (text, expected) => {
  expect(redactSecrets(text)).toBe(expected);
});

test('lines of a private key go without its first and last line', () => {
  const lines = [word(64, 1), word(64, 2), word(70, 3)];
  const left = '…\n[secret: private key]\n[secret: private key]\n[secret: private key]\n…';
  expect(redactSecrets(`…\n${lines.join('\n')}\n…`)).toBe(left);
  expect(redactSecrets(`  12→${lines[0]}\n`)).toBe('  12→[secret: private key]\n');
  const inJson = JSON.stringify(`…\n${lines.join('\n')}\n…`);
  expect(redactSecrets(inJson)).toBe(JSON.stringify(left));
});

test.each([
  hex(40),
  `${hex(64)}\n${hex(64, 2)}`,
  `${'Directory/of/many/Names'.repeat(3).slice(0, 64)}\n`,
  hex(64),
  'sk-learn-based-model-for-classification-of-many-long-texts',
  'https://user@example.org/path:8080/a@b',
  'postgres://app:${PASSWORD}@db:5432/x',
  'Authorization: Bearer $TOKEN',
  'the bearer token is checked in authorize()',
  'npm_config_registry=https://registry.npmjs.org npm_lifecycle_event=test',
  '2026-11-30T12:00:00 12345678:AAA',
  'import { hf_hub_download } from "hub"',
])('%j is no secret', (text) => {
  expect(redactSecrets(text)).toBe(text);
});

test('an original is stored, restored and recalled without its secrets', async () => {
  const stored: string[] = [];
  const store = memoryOriginals();
  const watched = {
    ...store,
    put: async (session: string, originals: Parameters<typeof store.put>[1]) => {
      for (const { text } of originals) stored.push(text);
      await store.put(session, originals);
    },
  };
  const originals = await openOriginals(watched, { session: 's', redact: redactSecrets });
  const key = SECRETS['GitHub token']!(3);
  const before = [{ role: 'user', content: `Use ${key}` }];
  const after = [{ role: 'user', content: '…' }];
  await originals.keep(before, after);
  expect(stored.join('\n')).not.toContain(key);
  const { messages, redacted } = await originals.restore(after);
  expect(messages).toEqual([{ role: 'user', content: 'Use [secret: GitHub token]' }]);
  expect(redacted).toBe(1);
});

/** Would take minutes in quadratic time, longer than a test may. */
test.each(['sk-', 'eyJaaaaaaaaaa-', '-----BEGIN PRIVATE KEY-----\n'])(
  'a long text of beginnings of secrets stays as it is, in linear time: %j',
  (beginning) => {
    const text = beginning.repeat(600_000 / beginning.length);
    expect(redactSecrets(text) === text).toBe(true);
  },
);
