import type { IContent } from '@palimpsest/core-types';

/** The message formats known here. */
export type FormatName =
  | 'openai'
  | 'openai-responses'
  | 'openai-agents'
  | 'anthropic'
  | 'gemini'
  | 'genkit'
  | 'pi'
  | 'icontent'
  | 'claude-code'
  | 'codex'
  | 'ai-sdk'
  | 'langchain';

/**
 * Reads messages of one format into a history and writes them back.
 *
 * `encode(decode(messages))` gives back the very same message objects. After a change only the messages that hold a changed, added
 * or removed block are built anew, by patching the original ones, so that fields nobody here knows survive.
 */
export interface Codec<Message = unknown> {
  readonly name: FormatName;
  /**
   * One entry for each message, or more where a message holds tool results, or one for several where a format spreads what a model says. Inputs are not mutated.
   *
   * @throws {FormatError} for a message that is no object, has an unknown role or type, or holds blocks of a wrong type.
   */
  decode(messages: readonly Message[]): IContent[];
  /** Accepts entries of any origin: those of this format, of another one, or made from scratch. */
  encode(history: readonly IContent[]): Message[];
  /** Whether two messages say the same, where that is more than being equal: a framework may name each message anew. */
  hasSameContent?(left: Message, right: Message): boolean;
}
