import { OptionError } from '@palimpsest/core-types';
import { codecs, detectFormat, type FormatName } from '@palimpsest/formats';

const NAMES = Object.keys(codecs);

/** @throws {OptionError} for a format that is none */
export function checkFormat(format: FormatName | undefined): void {
  if (format === undefined || Object.hasOwn(codecs, format)) return;
  throw new OptionError('format', format, NAMES.join(', '));
}

/**
 * The format of messages: the one that was given, else the one they are recognized by.
 *
 * @throws {OptionError} for a format that is none, and for messages of no known format
 */
export function formatOf(messages: readonly unknown[], given: FormatName | undefined): FormatName {
  checkFormat(given);
  if (given !== undefined) return given;
  if (messages.length === 0) return 'openai';
  const detected = detectFormat(messages);
  if (detected !== undefined) return detected;
  throw new OptionError(
    'messages',
    messages[0],
    `messages in the format ${NAMES.slice(0, -1).join(', ')} or ${NAMES.at(-1)}; where yours is one of these, name it as \`format\``,
  );
}
