import type { OpenAIMessage } from '@palimpsest/formats/openai';
import fc from 'fast-check';
import { conversations } from '../corpus.ts';

type Message = OpenAIMessage;

/** Mutations of a conversation at index `at`. Some use a second index, `other`; `by` selects a variant. */
const MUTATIONS: Readonly<
  Record<string, (messages: Message[], at: number, other: number, by: number) => Message[]>
> = {
  drop: (messages, at) => messages.toSpliced(at, 1),
  double: (messages, at, other) => messages.toSpliced(other, 0, structuredClone(messages[at]!)),
  swap: (messages, at, other) => messages.with(at, messages[other]!).with(other, messages[at]!),
  move: (messages, at, other) => messages.toSpliced(at, 1).toSpliced(other, 0, messages[at]!),
  rename: (messages, at, _other, by) => messages.with(at, renamed(messages[at]!, by)),
  cut: (messages, at, _other, by) => messages.with(at, shortened(messages[at]!, by % 300)),
  replace: (messages, at, _other, by) =>
    messages.with(at, { ...messages[at]!, content: REPLACEMENTS[by % REPLACEMENTS.length]! }),
  join: (messages, at, other) =>
    messages.with(at, {
      ...messages[at]!,
      content: textOf(messages[at]!) + textOf(messages[other]!),
    }),
};

/** Draws slices of recorded conversations with messages dropped, duplicated or moved, ids changed, texts truncated and results replaced. */
export function mutatedConversations(): fc.Arbitrary<OpenAIMessage[]> {
  const recorded = [...conversations(false)].map(({ messages }) => messages);
  return fc
    .record({
      conversation: fc.nat(recorded.length - 1),
      start: fc.nat(),
      count: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 24 })),
      longest: fc.constantFrom(60, 200, 500, 1_500),
      hasFirst: fc.boolean(),
      mutations: fc.array(
        fc.record({
          kind: fc.constantFrom(...Object.keys(MUTATIONS)),
          at: fc.nat(),
          by: fc.nat(10_000),
        }),
        { maxLength: 6 },
      ),
    })
    .map(({ conversation, start, count, longest, hasFirst, mutations }) => {
      const all = recorded[conversation]!;
      const from = start % all.length;
      const slice = all.slice(from, from + count);
      let messages = (hasFirst && from > 0 ? [all[0]!, ...slice] : slice).map((message) =>
        shortened(message, longest),
      );
      for (const { kind, at, by } of mutations) {
        const { length } = messages;
        if (length > 0) messages = MUTATIONS[kind]!(messages, at % length, by % length, by);
      }
      return messages;
    });
}

const REPLACEMENTS = [
  '',
  ' ',
  'ok',
  'Error: ENOENT: no such file or directory',
  '{"ok":false,"error":"half \\ud83d"}',
  'half \ud83d',
  '…12',
  '[3 entries between here and the newest 1 were dropped; 2 follow]',
  'a line of output\n'.repeat(40),
  '[dup of the one above — 12 chars]',
] as const;

/** Changes the id of a call or result, perhaps to one that exists. */
function renamed(message: Message, by: number): Message {
  const id = by % 3 === 0 ? '' : `call_${by % 4}`;
  if (message['tool_call_id'] !== undefined) return { ...message, tool_call_id: id };
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return message;
  return { ...message, tool_calls: calls.map((call: Message) => ({ ...call, id })) };
}

/** Truncates the text and the call arguments of a message at any index, even inside a character. */
function shortened(message: Message, longest: number): Message {
  const { content, tool_calls: calls } = message;
  return {
    ...message,
    ...(typeof content === 'string' ? { content: content.slice(0, longest) } : {}),
    ...(Array.isArray(calls) ? { tool_calls: calls.map((call) => shortCall(call, longest)) } : {}),
  };
}

function shortCall(call: unknown, longest: number): unknown {
  const { function: called, ...rest } = call as { function?: { arguments?: unknown } };
  if (typeof called?.arguments !== 'string') return call;
  return { ...rest, function: { ...called, arguments: called.arguments.slice(0, longest * 4) } };
}

function textOf({ content }: Message): string {
  return typeof content === 'string' ? content : '';
}
