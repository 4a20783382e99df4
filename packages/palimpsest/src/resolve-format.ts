import { OptionError } from '@palimpsest/core-types';
import { codecs, detectFormat, type FormatName } from '@palimpsest/formats';

const FORMAT_NAMES = Object.keys(codecs);

/** @throws {OptionError} when the format is unknown */
export function checkFormat(format: FormatName | undefined): void {
  if (format === undefined || Object.hasOwn(codecs, format)) return;
  throw new OptionError('format', format, `one of ${FORMAT_NAMES.join(', ')}`);
}

/**
 * Returns the named format, else the format detected from the messages; `openai` for no messages.
 *
 * @throws {OptionError} when the format is unknown, or the messages match no format
 */
export function resolveFormat(
  messages: readonly unknown[],
  named: FormatName | undefined,
): FormatName {
  checkFormat(named);
  if (named !== undefined) return named;
  if (messages.length === 0) return 'openai';
  const detected = detectFormat(messages);
  if (detected !== undefined) return detected;
  const unknown = messages.findIndex((message) => detectFormat([message]) === undefined);
  throw new OptionError(
    unknown < 0 ? 'messages' : `messages[${unknown}]`,
    messages[Math.max(0, unknown)],
    `${unknown < 0 ? 'messages' : 'a message'} in the format ${FORMAT_NAMES.slice(0, -1).join(', ')} or ${FORMAT_NAMES.at(-1)}`,
    { advice: 'If the messages are in one of these formats, pass its name as `format`.' },
  );
}
