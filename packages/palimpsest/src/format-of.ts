import { OptionError } from '@palimpsest/core-types';
import { codecs, detectFormat, type FormatName } from '@palimpsest/formats';

/** @throws {OptionError} for what is no list */
export function checkMessages(messages: unknown): void {
  if (!Array.isArray(messages)) throw new OptionError('messages', messages, 'an array of messages');
}

/**
 * The format of messages: the one that was given, else the one they are recognized by.
 *
 * @throws {OptionError} for a format that is none, and for messages of no known format
 */
export function formatOf(messages: readonly unknown[], given: FormatName | undefined): FormatName {
  if (given !== undefined) {
    if (Object.hasOwn(codecs, given)) return given;
    throw new OptionError('format', given, Object.keys(codecs).join(', '));
  }
  if (messages.length === 0) return 'openai';
  const detected = detectFormat(messages);
  if (detected !== undefined) return detected;
  throw new OptionError(
    'messages',
    messages[0],
    'messages in the format openai, anthropic, gemini, icontent, claude-code, ai-sdk or langchain; where yours is one of these, name it as `format`',
  );
}
