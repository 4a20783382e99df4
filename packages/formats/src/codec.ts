import type { IContent } from '@palimpsest/core-types';

/** Names of the supported message formats. */
export const FORMAT_NAMES = [
  'openai',
  'openai-responses',
  'openai-agents',
  'anthropic',
  'gemini',
  'genkit',
  'pi',
  'icontent',
  'claude-code',
  'codex',
  'ai-sdk',
  'langchain',
] as const;

/** A supported message format. */
export type FormatName = (typeof FORMAT_NAMES)[number];

/**
 * Reads messages of one format into a history and writes them back.
 *
 * `encode(decode(messages))` gives back the very same message objects. After a change only the messages that hold a changed, added
 * or removed block are built anew, by patching the original ones, so that unknown fields are kept.
 */
export interface Codec<Message = unknown> {
  readonly name: FormatName;
  /**
   * Returns one entry per message, several for a message with tool results, or one for several messages where a format splits a model turn.
   * Does not mutate the input.
   *
   * @throws {FormatError} when a message is not an object, has an unknown role or type, or contains blocks of a wrong type
   */
  decode(messages: readonly Message[]): IContent[];
  /** Accepts entries of this format, of another one, or newly created ones. */
  encode(history: readonly IContent[]): Message[];
  /** Returns whether two messages have the same content, if that is weaker than equality: a framework may assign a new id to each message. */
  hasSameContent?(left: Message, right: Message): boolean;
}
