import { charactersOf, contentText, messageCharacters, type ChatMessage } from '../chat-message.ts';
import { smallTailFrom } from './newest-only.ts';

/** Truncates every string before the newest messages to its first and last n characters, with the largest n that fits. */
export function headAndTail(
  messages: readonly ChatMessage[],
  targetCharacters: number,
): readonly ChatMessage[] {
  const tail = smallTailFrom(messages, targetCharacters);
  const room = targetCharacters - messageCharacters(messages.slice(tail));
  const old = messages.slice(0, tail).map(parsed);
  const size = (length: number): number =>
    old.reduce((sum, message) => sum + charactersOf(message.reduce(length)), 0);
  let low = 0;
  let high = Math.max(1, room);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (size(middle) <= room) low = middle;
    else high = middle - 1;
  }
  return [...old.map(({ reduce }) => reduce(low)), ...messages.slice(tail)];
}

/** Parses a message once, so that it can be reduced repeatedly. */
function parsed(message: ChatMessage): { readonly reduce: (length: number) => ChatMessage } {
  if (message.role === 'system') return { reduce: () => message };
  const { reasoning_content: reasoning, tool_calls: calls } = message;
  const content = contentText(message);
  const read = (calls ?? []).map(({ function: { arguments: text } }) => ({
    text,
    parameters: parseOr(text),
  }));
  return {
    reduce: (length) => ({
      ...message,
      ...(message.content === null ? {} : { content: bothEnds(content, length) }),
      ...(reasoning === undefined ? {} : { reasoning_content: bothEnds(reasoning, length) }),
      ...(calls === undefined
        ? {}
        : {
            tool_calls: calls.map((call, at) => ({
              ...call,
              function: { ...call.function, arguments: reduceArguments(read[at]!, length) },
            })),
          }),
    }),
  };
}

function reduceArguments(
  { text, parameters }: { readonly text: string; readonly parameters: unknown },
  length: number,
): string {
  if (parameters === undefined) return bothEnds(text, length);
  const reduced = JSON.stringify(parameters, (_key, value: unknown) =>
    typeof value === 'string' ? bothEnds(value, length) : value,
  );
  return reduced.length < text.length ? reduced : text;
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const GAP = '…';

/** Returns the first and last `length` characters of a text, if that is shorter. */
function bothEnds(text: string, length: number): string {
  if (text.length <= 2 * length + GAP.length) return text;
  return `${text.slice(0, length)}${GAP}${text.slice(text.length - length)}`;
}
