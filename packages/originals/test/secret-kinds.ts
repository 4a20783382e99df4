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

export const word = (length: number, seed = 1): string => drawn(length, LETTERS, seed);
export const hex = (length: number, seed = 1): string => drawn(length, HEX, seed);
const caps = (length: number, seed = 1): string =>
  drawn(length, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567', seed);

/** A secret of each kind, by a seed. */
export const SECRETS: Readonly<Record<string, (seed: number) => string>> = {
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
