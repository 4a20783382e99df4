import { classifyText } from '@palimpsest/summarizer/classify';
import { expect, test } from 'vitest';

/** This file contains no complete key, so that scanners report no leak: prefix and secret are joined at run time. */
const ALPHANUMERIC = 'a7Kq2Zx9Lm4Tb8Rw3Vn6Hc1Yd5Gf0JpSuEeQiOoWrXtCkBvNzMlDsAh'.repeat(2);
const CAPITALS = 'Q7RT2WXZ9KLM4NPB'.repeat(4);
const HEXADECIMAL = '4f9c2e7ab1d08365'.repeat(5);

const FAMILIES: readonly (readonly [prefix: string, alphabet: string, minimum: number])[] = [
  ...['sk-', 'sk-ant-', 'sk-proj-', 'sk-or-v1-'].map(
    (prefix) => [prefix, ALPHANUMERIC, 20] as const,
  ),
  ...'xoxa- xoxb- xoxc- xoxd- xoxe- xoxp- xoxr- xoxs- xapp-'
    .split(' ')
    .map((prefix) => [prefix, ALPHANUMERIC, 20] as const),
  ...'gho_ ghp_ ghr_ ghs_ ght_ ghu_ npm_'
    .split(' ')
    .map((prefix) => [prefix, ALPHANUMERIC, 36] as const),
  ...'sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_ whsec_'
    .split(' ')
    .map((prefix) => [prefix, ALPHANUMERIC, 24] as const),
  ...'glpat- gldt- glrt- glptt- glcbt- dckr_pat_ tskey- GOCSPX-'
    .split(' ')
    .map((prefix) => [prefix, ALPHANUMERIC, 20] as const),
  ...'sq0atp- sq0csp- pscale_tkn_ sntrys_ figd_ glsa_ PMAK-'
    .split(' ')
    .map((prefix) => [prefix, ALPHANUMERIC, 22] as const),
  ...'hf_ gsk_ xai- pplx- sbp_ ntn_ lin_api_ glc_ NRAK-'
    .split(' ')
    .map((prefix) => [prefix, ALPHANUMERIC, 24] as const),
  ...'shpat_ shpss_ shpca_ shppa_ r8_ secret_'
    .split(' ')
    .map((prefix) => [prefix, ALPHANUMERIC, 32] as const),
  ['github_pat_', ALPHANUMERIC, 36],
  ['pypi-', ALPHANUMERIC, 50],
  ['AGE-SECRET-KEY-1', CAPITALS, 50],
  ...'dop_v1_ doo_v1_ dor_v1_'.split(' ').map((prefix) => [prefix, HEXADECIMAL, 64] as const),
  ['SG.', ALPHANUMERIC, 20],
  ['hvs.', ALPHANUMERIC, 24],
  ['ya29.', ALPHANUMERIC, 24],
];

/** The first lines of a PEM block. */
const armour = (kind: string, dashes: number) =>
  `${'-'.repeat(dashes)}BEGIN ${kind}${'-'.repeat(dashes)}\nMIIE`;

const isKey = (text: string) => classifyText(text).reasons.includes('api_key');

test.each(FAMILIES)('detects keys that start with %s', (prefix, alphabet, minimum) => {
  const key = (length: number) => prefix + alphabet.slice(0, length);
  expect(isKey(`it is ${key(minimum)}, they say`)).toBe(true);
  expect(isKey(`"${key(minimum + 1)}"`)).toBe(true);
  expect(isKey(`export KEY=${key(minimum)}`)).toBe(true);
  expect(isKey(`https://${key(minimum)}@example.org/`)).toBe(true);
  expect(isKey(String.raw`{"log": "started\n${key(minimum)}"}`)).toBe(true);
});

test.each(FAMILIES)(
  'requires a minimum length for a key that starts with %s',
  (prefix, alphabet, minimum) => {
    // Without digits, only the pattern of the family can detect the key.
    const letters = alphabet.replaceAll(/\d/g, alphabet === CAPITALS ? 'A' : 'a');
    const key = (length: number) => `it is ${prefix}${letters.slice(0, length)}, they say`;
    const isWhole = [minimum - 1, minimum, minimum + 1].map((length) => isKey(key(length)));
    expect(isWhole).toEqual([prefix.startsWith('sk-') && prefix.length > 3, true, true]);
  },
);

test.each(['AKIA', 'ASIA', 'ABIA', 'ACCA'])(
  'detects AWS keys: %s and exactly 16 capitals and digits',
  (prefix) => {
    const key = (length: number) => `it is ${prefix}${CAPITALS.slice(0, length)}, they say`;
    expect([15, 16, 17].map((length) => isKey(key(length)))).toEqual([false, true, false]);
  },
);

test.each(['AIza'])('detects Google keys: %s and exactly 35 characters', (prefix) => {
  const key = (length: number) => `it is ${prefix}${ALPHANUMERIC.slice(0, length)}, they say`;
  expect([34, 35, 36].map((length) => isKey(key(length)))).toEqual([false, true, false]);
});

test.each(['SK', 'AC', 'key-', 'dapi'])(
  'detects keys of %s and exactly 32 hexadecimal digits',
  (prefix) => {
    const key = (length: number) => `it is ${prefix}${HEXADECIMAL.slice(0, length)}, they say`;
    expect([31, 32, 33].map((length) => isKey(key(length)))).toEqual([false, true, false]);
  },
);

test('detects tokens without a digit', () => {
  const letters = ALPHANUMERIC.replaceAll(/\d/g, 'T');
  for (const prefix of ['ghu_', 'hf_', 'ghp_', 'npm_'])
    expect(isKey(`it is ${prefix}${letters.slice(0, 36)}, they say`)).toBe(true);
});

test('detects JSON web tokens', () => {
  const head = ['ey', 'J', ALPHANUMERIC.slice(0, 20)].join('');
  expect(isKey(`it is ${head}.${ALPHANUMERIC.slice(0, 30)}.${ALPHANUMERIC.slice(5, 40)}`)).toBe(
    true,
  );
  expect(isKey(`it is ${head}. And`)).toBe(false);
  expect(isKey(`it is ${head}.${ALPHANUMERIC.slice(0, 9)}`)).toBe(false);
  expect(isKey(`it is ${head}.${ALPHANUMERIC.slice(0, 9)}_`)).toBe(true);
  expect(isKey(`it is ${head}:${ALPHANUMERIC.slice(0, 30)}`)).toBe(false);
  expect(isKey(`it is E${head.slice(1)}.${ALPHANUMERIC.slice(0, 30)}`)).toBe(false);
});

test.each([
  'RSA PRIVATE KEY',
  'PRIVATE KEY',
  'EC PRIVATE KEY',
  'OPENSSH PRIVATE KEY',
  'PGP PRIVATE KEY BLOCK',
])('detects PEM blocks: %s', (kind) => {
  expect(isKey(`here:\n${armour(kind, 5)}`)).toBe(true);
  expect(isKey(`here:\n${armour(kind, 4)}`)).toBe(false);
});

test('a PEM block with a public key is not an API key', () => {
  expect(isKey(`here:\n${armour('PUBLIC KEY', 5)}`)).toBe(false);
});

/** Returns a digit and letters, which only the pattern of a family detects as a key. */
const letters = (length: number, letter = 'a') => `1${letter.repeat(length - 1)}`;

test.each([
  ['capitals alone', `AKIA${letters(16, 'Q')}`, `AKIA${letters(8, 'Q')}q${letters(7, 'Q')}`],
  ['no letter behind f', `key-${letters(32, 'f')}`, `key-${letters(15)}g${letters(16)}`],
  ['no capital', `key-${letters(32)}`, `key-${letters(15)}A${letters(16)}`],
  ['no underscore', `ghp_${letters(36)}`, `ghp_${letters(18)}_${letters(17)}`],
  ['no hyphen', `ghp_${letters(36)}`, `ghp_${letters(18)}-${letters(17)}`],
  ['no full stop', `AIza${letters(35, 'A')}`, `AIza${letters(20, 'A')}.${letters(14, 'A')}`],
  ['a capital or a digit', `X/glpat-${'a'.repeat(19)}A`, `X/glpat-${'a'.repeat(20)}`],
  ['the dot', `SG.${letters(19)}A`, `SG,${letters(19)}A`],
  ['what stands before the dot', `SG.${letters(19)}A`, `G.${letters(19)}A`],
  ['its own first letter', `hf_${letters(24)}`, `nhf_${letters(24)}`],
])('the pattern of a key family requires: %s', (_, key, other) => {
  expect([isKey(key), isKey(other)]).toEqual([true, false]);
  expect([isKey(`it is ${key}, they`), isKey(`it is ${other}, they`)]).toEqual([true, false]);
});

test.each(['n', 'r', 't'])('the letter of the escape \\%s is not part of a key', (escape) => {
  expect(isKey(String.raw`{"log": "it is\${escape}${`hf_${letters(24)}`}"}`)).toBe(true);
  expect(isKey(`{"log": "it is/${escape}hf_${letters(24)}"}`)).toBe(false);
});

test('detects the token of a Telegram bot', () => {
  const token = `AA${ALPHANUMERIC.slice(0, 33)}`;
  expect(isKey(`bot 123456789:${token} is ours`)).toBe(true);
  expect(isKey(`12345678:${token}`)).toBe(true);
  expect(isKey(`bot 1234567:${token} is ours`)).toBe(false);
  expect(isKey(`bot 12345678x:${token} is ours`)).toBe(false);
  expect(isKey(`bot 123456789=${token} is ours`)).toBe(false);
  expect(isKey(`bot 123456789:${token}x is ours`)).toBe(false);
  expect(isKey(`bot 123456789:${token.slice(0, -1)} is ours`)).toBe(false);
  expect(isKey(`bot 123456789:BA${token.slice(2)} is ours`)).toBe(false);
});

test('detects the URL of a Slack webhook', () => {
  const secret = ALPHANUMERIC.slice(0, 24);
  const post = (host: string, last: string) =>
    isKey(`post to https://${host}/T01AB2CD3EF/B04GH5IJ6KL${last} please`);
  expect(post('hooks.slack.com/services', `/${secret}`)).toBe(true);
  expect(post('hooks.slack.com/services', `/${secret}x`)).toBe(false);
  expect(post('hooks.slack.com/services', `/${secret.slice(1)}`)).toBe(false);
  expect(post('hooks.slack.com/services', `?${secret}`)).toBe(false);
  expect(post('hooks.slack.com/services/of', `/${secret}`)).toBe(false);
  expect(post('hooks.example.com/services', `/${secret}`)).toBe(false);
  expect(isKey(`hooks.slack.com/services/T${letters(60)}/${secret}`)).toBe(false);
});

test('detects keys of unknown families: a name, a separator, 20 characters, 16 of them random', () => {
  const random = 'a7kq2zx9lm4tb8rw3vn6';
  expect(isKey(`it is acmesvc_${random}, they say`)).toBe(true);
  expect(isKey(`it is acmesvc-${random}, they say`)).toBe(true);
  expect(isKey(`it is acmesvc_${random.slice(0, 19)}, they say`)).toBe(false);
  expect(isKey(`it is acmesvc_${random.slice(0, 16)}-abc, they say`)).toBe(true);
  expect(isKey(`it is acmesvc_${random.slice(0, 15)}-abcd, they say`)).toBe(false);
  expect(isKey(`it is acmesvc_abcd-${random.slice(0, 16)}, they say`)).toBe(true);
  expect(isKey(`it is acmesvc_abcd-${random.slice(0, 15)}, they say`)).toBe(false);
  // Random means at least four changes between small letters, capitals and digits.
  expect(isKey('it is acmesvc_zzzz1111yyyy2222xxxx, they say')).toBe(true);
  expect(isKey('it is acmesvc_zzzzz11111yyyyy22222, they say')).toBe(false);
  // The name has 2 to 15 characters, at least one of them not a hexadecimal digit.
  expect(isKey(`it is z_${random}, they say`)).toBe(false);
  expect(isKey(`it is zz_${random}, they say`)).toBe(true);
  expect(isKey(`it is ${'z'.repeat(15)}_${random}, they say`)).toBe(true);
  expect(isKey(`it is ${'z'.repeat(16)}_${random}, they say`)).toBe(false);
  expect(isKey(`it is deadbeef_${random}, they say`)).toBe(false);
});

test.each([
  'sk-learn-style-estimator-interface',
  'release-notes-2024-for-the-new-version-of-the-app',
  'checkout-form__submit-button--is-disabled-while-loading',
  '3f2b8c1e-9d47-4a60-8b15-6c0de2f7a913',
  'sha256-9fceb02d0ae598e95dc970b74767f19372d61af8',
  'npm_config_registry_of_the_second_build_machine',
  'AKIAN-and-other-words-with-hyphens',
  'key-value-store-with-many-small-values',
])('%s is a name, not a key', (name) => {
  expect(isKey(`it is ${name}, they say`)).toBe(false);
});
