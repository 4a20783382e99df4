import { isJson, objectsOf, type CheckedProvider, type Json, type Report } from './rule.ts';

type Speaker = 'user' | 'assistant' | undefined;

/** Reports the first two adjacent messages of one role, if the format has messages. System messages are not turns and do not separate them. */
export function checkNeighbours(
  provider: CheckedProvider,
  messages: readonly Json[],
  report: Report,
): void {
  if (provider === 'openai-responses') return;
  let before: unknown;
  for (const [index, { role }] of messages.entries()) {
    if (role === 'system' || role === 'developer') continue;
    const isTurn = role === 'user' || role === 'assistant' || role === 'model';
    if (isTurn && before === role) {
      report('neighbours', index, `two messages of role ${role} stand together`);
      return;
    }
    before = role;
  }
}

/** Checks strict alternation as chat templates of local models require it, whatever the format. Tool calls and results are skipped. */
export function checkAlternation(
  provider: CheckedProvider,
  messages: readonly Json[],
  report: Report,
): void {
  // A call at the beginning is also invalid: no user message precedes it.
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  if (first >= 0 && messages[first]!['role'] !== 'user') {
    report('alternation', first, 'the user does not speak first');
    return;
  }
  let expected: Speaker = 'user';
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    const behind = messages.slice(index + 1, index + 1 + NEAR).find(isNoReasoning);
    const ahead = messages.slice(Math.max(0, index - NEAR), index).findLast(isOutsideText);
    const follower = messages.slice(index + 1, index + 1 + NEAR).find(isOutsideText);
    const before = messages.slice(Math.max(0, index - NEAR), index).findLast(isNoReasoning);
    // Of several messages in one response, at most one can be converted into the message with the calls.
    const isAlone = !isSaid(before) && !isSaid(behind);
    const isWithCall = isAlone && (isCall(follower) || isCall(ahead));
    const isAfterText = isSaid(before);
    const speaker = SPEAKERS[provider](message, { next, isAlone, isWithCall, isAfterText });
    if (speaker === undefined) continue;
    if (speaker !== expected) {
      report('alternation', index, `${speaker} instead of ${expected}`);
      return;
    }
    expected = speaker === 'user' ? 'assistant' : 'user';
  }
}

/** Maximum number of adjacent reasoning items that are skipped. */
const NEAR = 16;

/** Reasoning, and calls that the provider executes, with their approval, are part of a response. */
const isNoReasoning = (item: Json): boolean => item['type'] !== 'reasoning' && !isOfProvider(item);

const isOfProvider = ({ type }: Json): boolean => String(type).startsWith('mcp_');

/** Items next to an item. */
interface Neighbours {
  readonly next: Json | undefined;
  /** Whether no assistant message is next to it, apart from reasoning. */
  readonly isAlone: boolean;
  /** Whether it is the only message of a response with calls. */
  readonly isWithCall: boolean;
  /** Whether an assistant message is before it, apart from reasoning. */
  readonly isAfterText: boolean;
}

const isOutsideText = (item: Json): boolean => isNoReasoning(item) && item['role'] !== 'assistant';

const isSaid = (item: Json | undefined): boolean => item?.['role'] === 'assistant';

const isCall = (item: Json | undefined): boolean => String(item?.['type']).endsWith('_call');

const SPEAKERS: Readonly<
  Record<CheckedProvider, (message: Json, neighbours: Neighbours) => Speaker>
> = {
  openai({ role, tool_calls: calls }) {
    if (role === 'user') return 'user';
    return role === 'assistant' && objectsOf(calls).length === 0 ? 'assistant' : undefined;
  },
  'openai-responses'(item, { next, isAlone, isWithCall, isAfterText }) {
    const { type = 'message', role } = item;
    // A response without a message is a turn itself.
    const isEnd = next?.['role'] === 'user';
    if (isEnd && (type === 'reasoning' || (isOfProvider(item) && !isAfterText))) return 'assistant';
    if (type !== 'message') return undefined;
    if (role === 'assistant' && isWithCall) return undefined;
    // A lone message belongs to the response that goes on with the reasoning; several are turns of their own.
    if (role === 'assistant' && next?.['type'] === 'reasoning' && isAlone) return undefined;
    return role === 'user' || role === 'assistant' ? role : undefined;
  },
  anthropic({ role, content }) {
    const types = new Set(objectsOf(content).map(({ type }) => type));
    // Text next to results counts as a user turn: converters make it a user message after the results.
    if (role === 'user') return types.size === 1 && types.has('tool_result') ? undefined : 'user';
    return role === 'assistant' && !types.has('tool_use') ? 'assistant' : undefined;
  },
  gemini({ role, parts }) {
    const all = objectsOf(parts);
    if (role === 'model')
      return all.some((part) => isJson(part['functionCall'])) ? undefined : 'assistant';
    if (role === 'system') return undefined;
    return all.length > 0 && all.every((part) => isJson(part['functionResponse']))
      ? undefined
      : 'user';
  },
};
