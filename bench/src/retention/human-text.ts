import { contentText, type ChatMessage } from './chat-message.ts';

/** Maximum length of a user text that must stay unchanged. */
const LONG_HUMAN_TEXT = 2_000;

/** Returns whether a user text of up to 2,000 characters is no longer present verbatim. */
export function hasReducedHumanText(
  before: readonly ChatMessage[],
  after: readonly ChatMessage[],
): boolean {
  const said = new Set(after.filter(({ role }) => role === 'user').map(contentText));
  return before.some((message) => isShortHuman(message) && !said.has(contentText(message)));
}

function isShortHuman(message: ChatMessage): boolean {
  if (message.role !== 'user') return false;
  const { length } = contentText(message);
  return length > 0 && length <= LONG_HUMAN_TEXT;
}
