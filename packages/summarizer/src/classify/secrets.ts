/** Keys in the form of a known provider, JSON web tokens, and private keys. */
const API_KEY =
  /(?<![\w-])(?:sk-[\w-]{20,}|AKIA[A-Z0-9]{16}|gh[oprsu]_\w{36,}|github_pat_\w{36,}|[prs]k_(?:live|test)_\w{24,}|xox[abeprs]-[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|glpat-[\w-]{20,}|npm_\w{36,}|pypi-[\w-]{40,}|hf_\w{30,}|AIza[\w-]{35}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+)|-----BEGIN [A-Z ]{0,30}PRIVATE KEY/;

/** A short name, a separator, and 20 characters with a letter and a digit. */
const NAMED_TOKEN =
  /(?<![\w-])[A-Za-z](?=[A-Za-z0-9]{0,14}[g-zG-Z])[A-Za-z0-9]{1,14}[-_]((?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,})/g;

/** Two words in a row, as in a long name, or a commit. */
const NAME = /(?:[a-z]{2,}[-_]){2}|^[0-9a-f]{40}$/i;

/** Returns whether a text has a key of a known provider, or a random token after a short name. */
export function hasApiKey(text: string): boolean {
  if (API_KEY.test(text)) return true;
  for (const [, body] of text.matchAll(NAMED_TOKEN)) if (!NAME.test(body!)) return true;
  return false;
}

const CREDENTIAL =
  /(?<![A-Za-z])(?:password|passwd|secret|token|api[_-]?key|access[_-]?key)\w{0,20}["']?\s{0,3}[:=]\s{0,3}["']?(?=[^\s"'<>*]{0,100}\d)(?=[^\s"'<>*]{0,100}[A-Za-z])[^\s"'<>*$]{8}|\bBearer\s+(?=[\w.~+/-]{0,100}\d)[\w.~+/-]{16}/i;

/** Returns whether a text assigns at least eight characters with a letter and a digit to a password, token or key. */
export function hasCredential(text: string): boolean {
  return CREDENTIAL.test(text);
}

/** What follows an API key or a credential that was found by its beginning. */
const REST = /[^\s"'<>,;)]*/;

/** Returns a text with `[secret]` in place of its API keys, passwords and tokens; a private key goes with all that follows it. */
export function withoutSecrets(text: string): string {
  const [key, named, credential] = [API_KEY, NAMED_TOKEN, CREDENTIAL].map(
    ({ source, flags }) => new RegExp(`(?:${source})${REST.source}`, `g${flags.replace('g', '')}`),
  ) as [RegExp, RegExp, RegExp];
  return text
    .replace(/-----BEGIN [A-Z ]{0,30}PRIVATE KEY[^]*/, SECRET)
    .replace(key, SECRET)
    .replace(named, (token: string, body: string) => (NAME.test(body) ? token : SECRET))
    .replace(credential, SECRET);
}

const SECRET = '[secret]';

const BASE64 = /[A-Za-z0-9+/]{40,}/g;

/** Returns whether a text has 40 characters of base64 that are not a path, a name, a number or a hash. */
export function hasBase64(text: string): boolean {
  return (text.match(BASE64) ?? []).some(
    (run) => /\d/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run) && !/[a-z]{7}/.test(run),
  );
}
