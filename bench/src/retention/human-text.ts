import { contentText, type ChatMessage } from './chat-message.ts';

/** Longer words of a person may be reduced like anything else. */
const LONG_HUMAN_TEXT = 2_000;

/** Whether something that a person said in up to 2,000 characters is not there word for word. */
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
