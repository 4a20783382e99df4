import type { ChatMessage } from '../chat-message.ts';
import { searchableText } from '../survival.ts';
import { smallTailFrom } from './newest-only.ts';

/**
 * Every distinct identifier of the older messages in one long list, and the newest messages. Nobody could work with it: it shows what
 * the values alone would cost.
 */
export function identifierList(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): readonly ChatMessage[] {
  const tail = smallTailFrom(messages, targetCharacters);
  const old = messages.slice(0, tail);
  const known = new Set<string>();
  for (const [run] of searchableText(old).matchAll(/[\w@~.+:/$-]+/g)) {
    for (const name of identifiersIn(run)) known.add(name);
  }
  return [
    ...old.filter(({ role }) => role === 'system'),
    { role: 'user', content: [...known].join(' ') },
    ...messages.slice(tail),
  ];
}

/** Names in a run of letters, digits and what joins them: the run where it is joined, and its parts. */
function identifiersIn(run: string): string[] {
  const bare = trimJoints(run);
  if (bare.includes('://')) return [bare];
  if (bare.includes('/')) {
    const parts = bare.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
    // The last two parts, so that absolute and relative names are one.
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

/** A longer number, or a word with a digit, an underscore, or a capital behind a small letter. */
function isIdentifier(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= 4;
  return word.length >= 5 && /\d|_|[a-z][A-Z]/.test(word);
}
