import type { ModelRequest } from './scripted-model.ts';

/** Shares of the sent messages, by characters, that are those of the request before, in the same place. */
interface PrefixShares {
  /** Of all requests. */
  readonly all: number;
  /** Of the messages that the request before had, in requests that are not shorter than it. */
  readonly between: number;
}

/** Measures what a prompt cache of the provider can hold of each request. */
export function measurePrefix(requests: readonly ModelRequest[]): PrefixShares {
  let [sent, cached, repeatable, repeated] = [0, 0, 0, 0];
  let before: readonly string[] = [];
  for (const { messages: given } of requests) {
    const messages = given.map(textOf);
    const differs = messages.findIndex((message, at) => before[at] !== message);
    const same = lengthOf(differs === -1 ? messages : messages.slice(0, differs));
    const [length, lengthBefore] = [lengthOf(messages), lengthOf(before)];
    sent += length;
    cached += same;
    if (length >= lengthBefore) {
      repeatable += lengthBefore;
      repeated += same;
    }
    before = messages;
  }
  return { all: cached / sent, between: repeated / repeatable };
}

/** Returns the number of messages with which both lists begin. */
export function countEqualStart(before: readonly unknown[], after: readonly unknown[]): number {
  const differs = before.findIndex((message, at) => textOf(message) !== textOf(after[at]));
  return differs === -1 ? before.length : differs;
}

function lengthOf(messages: readonly string[]): number {
  return messages.reduce((total, { length }) => total + length, 0);
}

/** Agents move marks of the prompt cache with each request. */
function textOf(message: unknown): string {
  // In a list, because a message may be missing.
  return JSON.stringify([message]).replaceAll(/,"cache_control":\{[^{}]*\}/g, '');
}
