import { openOriginals, memoryOriginals } from '@palimpsest/originals';
import { redactSecrets } from '@palimpsest/originals/secrets';
import { expect, test } from 'vitest';

const LETTERS = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xYz';
const HEX = '0123456789abcdef';

/** Returns characters of an alphabet, without a pattern; put together here so that no file holds what looks like a secret. */
function drawn(length: number, alphabet: string, seed: number): string {
  let state = seed + 7;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return alphabet[Math.floor((state / 2_147_483_648) * alphabet.length)]!;
  }).join('');
}

const word = (length: number, seed = 1): string => drawn(length, LETTERS, seed);
const hex = (length: number, seed = 1): string => drawn(length, HEX, seed);
const caps = (length: number, seed = 1): string =>
  drawn(length, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567', seed);

/** A secret of each kind, by a seed. */
const SECRETS: Readonly<Record<string, (seed: number) => string>> = {
  'private key': (seed) =>
    `-----BEGIN RSA PRIVATE KEY-----\n${word(64, seed)}\n-----END RSA PRIVATE KEY-----`,
  'Anthropic key': (seed) => `sk-ant-api03-${word(80, seed)}`,
  'OpenRouter key': (seed) => `sk-or-v1-${hex(64, seed)}`,
  'OpenAI key': (seed) => `sk-proj-${word(40, seed)}T3BlbkFJ${word(40, seed + 1)}`,
  'Google key': (seed) => `AIza${word(35, seed)}`,
  'Groq key': (seed) => `gsk_${word(52, seed)}`,
  'xAI key': (seed) => `xai-${word(80, seed)}`,
  'Perplexity key': (seed) => `pplx-${word(48, seed)}`,
  'Replicate token': (seed) => `r8_${word(37, seed)}`,
  'Hugging Face token': (seed) => `hf_${drawn(34, 'abcdefGHIJKLmnopQR', seed)}`,
  'GitHub token': (seed) => `ghp_${word(36, seed)}`,
  'GitLab token': (seed) => `glpat-${word(20, seed)}`,
  'AWS key': (seed) => `AKIA${caps(16, seed)}`,
  'Slack token': (seed) => `xoxb-${hex(12, seed)}-${word(24, seed)}`,
  'Stripe key': (seed) => `sk_live_${word(24, seed)}`,
  'Twilio key': (seed) => `SK${hex(32, seed)}`,
  'SendGrid key': (seed) => `SG.${word(22, seed)}.${word(43, seed)}`,
  'npm token': (seed) => `npm_${word(36, seed)}`,
  'PyPI token': (seed) => `pypi-AgE${word(80, seed)}`,
  'Docker token': (seed) => `dckr_pat_${word(27, seed)}`,
  'DigitalOcean token': (seed) => `dop_v1_${hex(64, seed)}`,
  'Shopify token': (seed) => `shpat_${hex(32, seed)}`,
  'Linear key': (seed) => `lin_api_${word(40, seed)}`,
  'Notion token': (seed) => `ntn_${word(46, seed)}`,
  'Databricks token': (seed) => `dapi${hex(32, seed)}`,
  'Vault token': (seed) => `hvs.${word(30, seed)}`,
  'Grafana token': (seed) => `glsa_${word(32, seed)}_${hex(8, seed)}`,
  'Supabase token': (seed) => `sbp_${hex(40, seed)}`,
  'Telegram token': (seed) => `12345678${seed % 10}:AA${word(33, seed)}`,
  'JSON web token': (seed) => `eyJ${word(20, seed)}.eyJ${word(40, seed)}.${word(43, seed)}`,
};

/** Where secrets stand in sessions. */
const PLACES: readonly ((secret: string) => string)[] = [
  (secret) => `API_KEY=${secret}`,
  (secret) => `  "key": "${secret}",\n  "other": 1`,
  (secret) => `curl -H 'x-api-key: ${secret}' https://example.org`,
  (secret) => `Use ${secret}.`,
  (secret) => JSON.stringify({ content: `key: ${secret}\nend` }),
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

test.each([
  hex(40),
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
