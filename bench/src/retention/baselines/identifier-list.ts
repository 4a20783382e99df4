import type { ChatMessage } from '../chat-message.ts';
import { searchableText } from '../survival.ts';
import { smallTailFrom } from './newest-only.ts';

/**
 * Returns every distinct identifier of the older messages in one list, and the newest messages. No agent could work with it: it shows the cost
 * of the values alone.
 */
export function identifierList(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): readonly ChatMessage[] {
  const tail = smallTailFrom(messages, targetCharacters);
  const old = messages.slice(0, tail);
  const known = identifiersOf(searchableText(old));
  return [
    ...old.filter(({ role }) => role === 'system'),
    { role: 'user', content: [...known].join(' ') },
    ...messages.slice(tail),
  ];
}

/** Returns the distinct identifiers of a text. */
export function identifiersOf(text: string): Set<string> {
  const known = new Set<string>();
  for (const [run] of text.matchAll(/[\w@~.+:/$-]+/g)) {
    for (const name of identifiersIn(run)) known.add(name);
  }
  return known;
}

/** Returns the identifiers in a run of letters, digits and joining characters: the whole run if it is joined, or its parts. */
function identifiersIn(run: string): string[] {
  const bare = trimJoints(run);
  if (bare.includes('://')) return [bare];
  if (bare.includes('/')) {
    const parts = bare.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
    // Only the last two parts, so that absolute and relative paths are equal.
    return parts.length > 1 ? [parts.slice(-2).join('/')] : parts.filter(isIdentifier);
  }
  if (!/[.:@-]/.test(bare)) return isIdentifier(bare) ? [bare] : [];
  return bare.length >= 6 ? [bare] : [];
}

function trimJoints(run: string): string {
  let start = 0;
  let end = run.length;
  while (start < end && '.:+-@/'.includes(run[start]!)) start += 1;
  while (end > start && '.:+-@/'.includes(run[end - 1]!)) end -= 1;
  return run.slice(start, end);
}

/** Returns whether a word is a long number, or contains a digit, an underscore, or a capital after a lower-case letter. */
function isIdentifier(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= 4;
  return word.length >= 5 && /\d|_|[a-z][A-Z]/.test(word);
}
