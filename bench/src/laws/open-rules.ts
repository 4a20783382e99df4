import type { FormatName } from '@palimpsest/formats';

/**
 * Gemini and Genkit hold media beside the value of a result. A placeholder for it is written into that value, where a second compression may
 * take it for one of its lines or members.
 */
const MEDIA_BESIDE: ReadonlySet<FormatName> = new Set<FormatName>(['gemini', 'genkit']);
const OPEN_BESIDE: ReadonlySet<string> = new Set([
  'compressing again changes nothing',
  'members-counted',
]);

/** Returns whether a problem is one of results with media beside them that is not solved yet. */
export function isOpenBesideMedia(
  rule: string,
  format: FormatName,
  messages: readonly object[],
): boolean {
  if (!OPEN_BESIDE.has(rule) || !MEDIA_BESIDE.has(format)) return false;
  const text = JSON.stringify(messages);
  return format === 'gemini'
    ? /"functionResponse":/.test(text) && /"(?:inlineData|fileData)":/.test(text)
    : /"toolResponse":/.test(text) && /"media":/.test(text);
}
