import { splitInjectedText } from '@palimpsest/engine/history';
import { contentText, type ChatMessage } from './chat-message.ts';

/** A sentence of a user that contains a directive, or the beginning of the task. */
export interface Demand {
  /** `short`, `long`: whether the message has at most 2,000 characters or more; `task`: the first 150 characters of the first message. */
  readonly group: 'short' | 'long' | 'task';
  /** Text with white space folded. */
  readonly text: string;
}

const DEMAND =
  /\b(?:never|don'?t|do not|must(?: not)?|always|only|make sure|ensure|without|avoid|should(?:n'?t)?|needs? to|please|keep|instead|not allowed|required?)\b/i;
const MIN_LENGTH = 12;
const MAX_LENGTH = 400;
const LONG_MESSAGE = 2_000;
const TASK_LENGTH = 150;

/** Returns the directives of users in a history, oldest first, and the task last. */
export function findDemands(history: readonly ChatMessage[]): Demand[] {
  const demands: Demand[] = [];
  let task: string | undefined;
  for (const message of history) {
    if (message.role !== 'user') continue;
    const text = personText(message);
    if (text === '') continue;
    task ??= folded(text).slice(0, TASK_LENGTH);
    const group = text.length > LONG_MESSAGE ? 'long' : 'short';
    for (const line of text.split('\n')) {
      for (const sentence of line.trim().split(/(?<=[.!?])\s+/)) {
        const isSized = sentence.length >= MIN_LENGTH && sentence.length <= MAX_LENGTH;
        if (isSized && DEMAND.test(sentence)) demands.push({ group, text: folded(sentence) });
      }
    }
  }
  return task === undefined ? demands : [...demands, { group: 'task', text: task }];
}

/** A comment in markup, such as the advice in a template for issues, or a demonstration: the task of another agent, with its answers. */
const NOT_SAID = /<!--[^]*?-->|^--- DEMONSTRATION ---$[^]*?^--- END OF DEMONSTRATION ---$/gm;

/**
 * Returns what a person wrote in a message. Text that the agent's program adds, such as a skill, hidden comments and demonstrations are no directives
 * of the person.
 */
function personText(message: ChatMessage): string {
  return splitInjectedText(contentText(message))
    .filter(({ isInjected }) => !isInjected)
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(NOT_SAID, '');
}

/** Returns, for each directive, whether a compressed history contains it verbatim, apart from white space. */
export function keptDemands(
  demands: readonly Demand[],
  messages: readonly ChatMessage[],
): boolean[] {
  const texts = messages.map(
    (message) => `${contentText(message)} ${message.reasoning_content ?? ''}`,
  );
  const left = folded(texts.join(' \n '));
  return demands.map(({ text }) => left.includes(text));
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
