/** How long the headers of an answer ask to wait, in milliseconds: seconds, a date, or `retry-after-ms`. */
export function readRetryAfter(headers: Headers): number | undefined {
  const milliseconds = readNumber(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return Math.ceil(milliseconds);
  const text = headers.get('retry-after');
  const seconds = readNumber(text);
  if (seconds !== undefined) return secondsToMilliseconds(seconds);
  const date = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

export function secondsToMilliseconds(seconds: number): number {
  return Math.ceil(seconds * 1_000);
}

function readNumber(text: string | null): number | undefined {
  if (text === null || !/^\d{1,12}(?:\.\d{1,9})?$/.test(text.trim())) return undefined;
  return Number(text);
}
