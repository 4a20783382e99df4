import type { FormatName } from '@palimpsest/formats';

/**
 * What is known to be broken. It is measured and printed, and no run fails by it; everything else fails one.
 *
 * Roles: the note that explains marks is a message of its own, and whole turns are dropped or merged without looking at the roles beside them.
 */
const OPEN_RULES = ['first-message', 'alternation', 'neighbours', 'call-after-model'] as const;

/** Returns whether a problem of `outputProblems` is one of the role rules that strategies do not keep yet. */
export function isOpenRule(rule: string): boolean {
  return OPEN_RULES.some((open) => rule === `second checker: ${open}`);
}

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
