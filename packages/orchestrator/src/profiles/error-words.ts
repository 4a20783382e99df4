import { describeValue } from '@palimpsest/core-types';

const MOST_CHARACTERS = 200;

/** What an error says, as part of a sentence: in one line, bounded, and without the key. */
export function wordsOf(error: unknown, key: string | undefined): string {
  const message = messageOf(error);
  const line = withoutKey(message, key)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .replace(/\.$/, '');
  if (line === '') return 'it failed without a word';
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS).toWellFormed()}…` : line;
}

/** The code of an error, where it is no more than that: ` (ENOENT)`. For errors whose words may hold a key nobody knows yet. */
export function codeOf(error: unknown): string {
  const code: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : 0;
  return typeof code === 'string' && /^[A-Z][A-Z_]{1,30}$/.test(code) ? ` (${code})` : '';
}

/** As it is written, as an address has it, and as JSON does. */
export function formsOf(key: string): readonly string[] {
  return [key, encodeURIComponent(key.toWellFormed()), JSON.stringify(key).slice(1, -1)];
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  return error instanceof Error ? error.message : describeValue(error);
}

function withoutKey(text: string, key: string | undefined): string {
  let shown = text;
  for (const form of key === undefined ? [] : formsOf(key)) {
    shown = shown.replaceAll(form, '[redacted]');
  }
  return shown;
}
