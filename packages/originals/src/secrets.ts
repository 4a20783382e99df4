/**
 * Kinds of secrets, each with a pattern of its documented form. What a group named `rest` holds stays. Forms without a fixed beginning are known by
 * their assignment only, so that digests and ids are never taken for secrets. What stands between two fixed parts is bounded, so that no text takes
 * quadratic time. `\b` is also the end of an escaped character: a text can be JSON.
 */
const KINDS: readonly (readonly [kind: string, pattern: string])[] = [
  [
    'private key',
    String.raw`-----BEGIN (?:[A-Z\d]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[^]{0,20000}?-----END (?:[A-Z\d]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----`,
  ],
  // A line of one, without the first and the last, which a compression can omit: 64 or 70 characters, of all kinds that base64 has.
  [
    'private key',
    String.raw`(?<rest>(?:^|\n|\\n)(?:[ \t>+-]{1,8})?(?:\d{1,6}[:|→\t]\s?)?)(?=(?:[A-Za-z\d+/]{70}|[A-Za-z\d+/]{64})(?![\w+/=.-]))(?=(?:[^A-Z]{0,20}[A-Z]){5})(?=(?:\D{0,30}\d){3})[A-Za-z\d+/]+`,
  ],
  ['Anthropic key', String.raw`\bsk-ant-[\w-]{20,}`],
  ['OpenRouter key', String.raw`\bsk-or-v1-[\da-f]{40,}`],
  [
    'OpenAI key',
    String.raw`\bsk-(?:proj-|svcacct-|admin-)?[\w-]{0,200}T3BlbkFJ[\w-]+|\bsk-(?:proj|svcacct|admin)-[\w-]{40,}`,
  ],
  ['Google key', String.raw`\bAIza[\w-]{35}\b|\bGOCSPX-[\w-]{28}|\bya29\.[\w-]{20,}`],
  ['Groq key', String.raw`\bgsk_[A-Za-z\d]{40,}`],
  ['xAI key', String.raw`\bxai-[A-Za-z\d]{60,}`],
  ['Perplexity key', String.raw`\bpplx-[A-Za-z\d]{40,}`],
  ['Replicate token', String.raw`\br8_[A-Za-z\d]{30,}`],
  ['Hugging Face token', String.raw`\bhf_[A-Za-z]{30,}\b`],
  ['GitHub token', String.raw`\bgh[opsur]_[A-Za-z\d]{36,}|\bgithub_pat_\w{60,}`],
  ['GitLab token', String.raw`\bgl(?:pat|dt|rt|cbt|ptt|soat)-[\w-]{20,}`],
  ['AWS key', String.raw`\b(?:AKIA|ASIA)[A-Z\d]{16}\b`],
  [
    'AWS secret key',
    String.raw`(?<rest>\baws_?secret_?(?:access_?)?key["']?\s*[:=]\s*["']?)[A-Za-z\d/+]{40}\b`,
  ],
  ['Azure key', String.raw`(?<rest>\b(?:AccountKey|SharedAccessKey)=)[A-Za-z\d+/]{40,}={0,2}`],
  ['Slack token', String.raw`\bxox[abeoprs]-[\w-]{10,}|\bxapp-\d-[\w-]{10,}`],
  [
    'webhook',
    String.raw`(?<rest>https://(?:hooks\.slack\.com/services|discord(?:app)?\.com/api/webhooks)/)[\w/-]{20,}`,
  ],
  ['Stripe key', String.raw`\b(?:sk|rk)_(?:live|test)_[A-Za-z\d]{20,}|\bwhsec_[A-Za-z\d+/]{20,}`],
  ['Twilio key', String.raw`\bSK[\da-f]{32}\b`],
  ['SendGrid key', String.raw`\bSG\.[\w-]{20,24}\.[\w-]{40,45}`],
  ['npm token', String.raw`\bnpm_[A-Za-z\d]{36}\b|(?<rest>\b_authToken=)[\w+/=-]{20,}`],
  ['PyPI token', String.raw`\bpypi-AgE[\w-]{50,}`],
  ['Docker token', String.raw`\bdckr_pat_[\w-]{20,}`],
  ['DigitalOcean token', String.raw`\bdo[opr]_v1_[\da-f]{64}`],
  ['Shopify token', String.raw`\bshp(?:at|ca|pa|ss)_[\da-fA-F]{32}`],
  ['Linear key', String.raw`\blin_api_[A-Za-z\d]{30,}`],
  ['Notion token', String.raw`\bntn_[A-Za-z\d]{40,}`],
  ['Databricks token', String.raw`\bdapi[\da-f]{32}\b`],
  ['Vault token', String.raw`\bhv[bs]\.[\w-]{20,}`],
  ['Grafana token', String.raw`\bgl(?:sa|c)_[A-Za-z\d+/=_]{30,}`],
  ['Supabase token', String.raw`\bsbp_[\da-f]{40}\b`],
  ['Telegram token', String.raw`\b\d{8,10}:AA[\w-]{33}\b`],
  ['JSON web token', String.raw`\beyJ[\w-]{10,500}\.eyJ[\w-]{10,8000}\.[\w-]{10,}`],
  [
    'bearer token',
    String.raw`(?<rest>\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+)[\w.~+/=-]{16,}`,
  ],
  [
    'password',
    String.raw`(?<rest>\b[a-z][a-z\d+.-]{1,20}://[^\s:/@"'<>]{1,100}:)[^\s:/@"'<>$\{]{3,200}(?=@[\w.-])`,
  ],
];

/** Forms that are known by their assignment, whatever the case of its letters. */
const ASSIGNED = /^\(\?<rest>\\b/;

const SECRETS = KINDS.map(([kind, pattern]) => ({
  kind,
  pattern: new RegExp(
    pattern.replaceAll(String.raw`\b`, String.raw`(?:\b|(?<=\\(?:[bfnrt]|u00[01][\da-f])))`),
    ASSIGNED.test(pattern) ? 'gi' : 'g',
  ),
}));

/**
 * Replaces secrets of common providers, private keys, bearer tokens and passwords in addresses, each by its kind: `[secret: GitHub token]`. For the
 * option `redact` of `openOriginals`. Deterministic, and the same for a text that it returned.
 */
export function redactSecrets(text: string): string {
  return replaceSecrets(text, (_secret, kind) => `[secret: ${kind}]`);
}

/** Replaces the same secrets by what a function returns for each. */
export function replaceSecrets(
  text: string,
  replace: (secret: string, kind: string) => string,
): string {
  let left = text;
  for (const { kind, pattern } of SECRETS) {
    left = left.replace(pattern, (match: string, ...others: readonly unknown[]) => {
      const { rest = '' } = Object(others.at(-1)) as { readonly rest?: string };
      return rest + replace(match.slice(rest.length), kind);
    });
  }
  return left;
}
