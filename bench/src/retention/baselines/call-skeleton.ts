import { charactersOf, messageCharacters } from '../characters.ts';
import { contentText, type ChatMessage } from '../chat-message.ts';

const MAX_ARGUMENT_LENGTH = 80;
const MAX_USER_TEXT_LENGTH = 400;

/** Keeps the newest exchanges that fit in addition to the skeleton of the older ones: tool calls and user texts. */
export function callSkeleton(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): readonly ChatMessage[] {
  const bones = messages.map(bone);
  let size = messageCharacters(bones.filter((message) => message !== undefined));
  let from = messages.length;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const rest = bones[index];
    size += charactersOf(messages[index]!) - (rest === undefined ? 0 : charactersOf(rest));
    if (size > targetCharacters) break;
    // A call and its results stay together.
    if (messages[index]!.role !== 'tool') from = index;
  }
  return messages
    .map((message, index) => (index < from ? bones[index] : message))
    .filter((message) => message !== undefined);
}

/** Returns the skeleton of an old message; `undefined` if it only has text. */
function bone(message: ChatMessage): ChatMessage | undefined {
  switch (message.role) {
    case 'system':
      return message;
    case 'user':
      return { ...message, content: head(contentText(message), MAX_USER_TEXT_LENGTH) };
    case 'tool':
      return { ...message, content: '…' };
    default: {
      const { tool_calls: calls = [], reasoning_content: _gone, ...rest } = message;
      if (calls.length === 0) return undefined;
      return {
        ...rest,
        content: null,
        tool_calls: calls.map((call) => ({
          ...call,
          function: { ...call.function, arguments: shortArguments(call.function.arguments) },
        })),
      };
    }
  }
}

function shortArguments(text: string): string {
  try {
    const short = JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
      typeof value === 'string' ? head(value, MAX_ARGUMENT_LENGTH) : value,
    );
    return short.length < text.length ? short : text;
  } catch {
    return head(text, MAX_ARGUMENT_LENGTH);
  }
}

function head(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
