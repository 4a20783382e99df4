import type { FormatName } from '@palimpsest/formats';

/** Formats with one record a line, of which some are no messages. */
export function isLogFormat(format: FormatName | undefined): boolean {
  return format === 'claude-code' || format === 'codex';
}
