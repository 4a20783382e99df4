import { describeValue, isRecord } from '@palimpsest/core-types';
import {
  codecs,
  detectFormat,
  FormatError,
  parseRequestBody,
  type FormatName,
  type RequestBody,
} from '@palimpsest/formats';

export const FORMAT_NAMES: readonly FormatName[] = Object.keys(codecs) as FormatName[];

export interface ReadOptions {
  /** Name of the input, for messages to the user. */
  readonly name: string;
  /** Format of all messages; detected for each conversation if `undefined`. */
  readonly format: FormatName | undefined;
  /** Called with the place of an incomplete last line of a session log, as while it is being written. It is left out. */
  readonly onIncompleteLine?: (place: string) => void;
}

/** A piece of the input. The texts of all pieces, in order, are the input. */
export type Item = Conversation | BadLine | Aside;

export interface Conversation {
  readonly kind: 'conversation';
  /** Its own id, or its place if it has none. */
  readonly id: string;
  readonly ownId: string | undefined;
  /** Name of the input, with the line if there can be several. */
  readonly place: string;
  /** Whether it is one line of many, which `--skip-bad` may copy unchanged. */
  readonly isLine: boolean;
  readonly messages: readonly unknown[];
  readonly format: FormatName;
  /** Set for a request body, whose overhead counts towards the target. */
  readonly body: RequestBody | undefined;
  /** Returns the text with other messages. Messages that stay keep their characters; the same messages give the same text. */
  rewrite(messages: readonly unknown[]): string;
}

export interface BadLine {
  readonly kind: 'bad';
  readonly text: string;
  readonly place: string;
  readonly isLine: boolean;
  /** What is wrong, with the place. */
  readonly problem: string;
}

/** White space between lines. */
interface Aside {
  readonly kind: 'aside';
  readonly text: string;
}

/** The accepted forms of a conversation, for messages to the user. */
export const ACCEPTED =
  'a JSON array of messages; a request body or another object with "messages", "contents" or "input"; JSON lines with one such conversation each; or a session log with one record per line';

export function findMessages(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : parseRequestBody(value)?.messages;
}

const MEMBERS = ['messages', 'contents', 'input'];

/** Says, without a full stop, why a value has no messages. */
export function explainNoMessages(value: unknown): string {
  const member = isRecord(value) ? MEMBERS.find((name) => Object.hasOwn(value, name)) : undefined;
  if (member !== undefined) {
    const seen = describeValue(Reflect.get(value as object, member));
    return `"${member}": expected an array, got ${seen}`;
  }
  return `expected a conversation, got ${describeValue(value)}. Accepted: ${ACCEPTED}`;
}

/** Detects the format of messages, or says what is wrong with them. An empty list fits any format. */
export function detectMessageFormat(
  messages: readonly unknown[],
): { readonly format: FormatName } | { readonly problem: string } {
  if (messages.length === 0) return { format: 'openai' };
  const format = detectFormat(messages);
  if (format !== undefined) return { format };
  const index = messages.findIndex((message) => detectFormat([message]) === undefined);
  const seen = index < 0 ? '' : ` Message ${index} is ${describeValue(messages[index])}.`;
  return {
    problem: `the format of these messages is unknown.${seen} Expected one of ${FORMAT_NAMES.join(', ')}; if it is one of these, name it with --format`,
  };
}

/**
 * Returns a conversation as a bad line, after an error that says that a message is not of its format.
 *
 * @throws any other error
 */
export function toBadLine(conversation: Conversation, error: unknown): BadLine {
  if (!(error instanceof FormatError)) throw error;
  const { place, isLine, messages } = conversation;
  const problem = `${place}: ${error.message}`;
  return { kind: 'bad', text: conversation.rewrite(messages), place, isLine, problem };
}
