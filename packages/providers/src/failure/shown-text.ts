const MOST = 300;

/**
 * Foreign words as they may stand in an error: one line, bounded, without control characters, and without secrets, whether they are
 * written as they are or as in an address or JSON.
 */
export function shownText(text: string, secrets: readonly string[], most: number = MOST): string {
  let shown = text;
  for (const secret of secrets) {
    for (const form of new Set([secret, encoded(secret), JSON.stringify(secret).slice(1, -1)])) {
      shown = shown.replaceAll(form, '[redacted]');
    }
  }
  const line = shown.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line;
}

/** A key whatever its length; of other headers and queries what is long enough to be secret, with and without a scheme before it. */
export function secretsOf(key: string | undefined, others: Iterable<string>): string[] {
  const secrets = new Set<string>();
  if (key !== undefined && key !== '') secrets.add(key);
  for (const value of others) {
    for (const part of [value.trim(), ...value.trim().split(/\s/)]) {
      if (part.length >= 8) secrets.add(part);
    }
  }
  return [...secrets].toSorted((left, right) => right.length - left.length);
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
