import type { FormatName } from '@palimpsest/formats';
import { fixtures } from '../../../packages/formats/test/fixture.ts';

/** Returns the format of the messages inside a log's records; any other format itself. */
export function shapeOf(format: FormatName): FormatName {
  return fixtures[format].shape ?? format;
}

/** Puts messages into records if the format is a session log. */
export function inRecords(messages: object[], format: FormatName): object[] {
  return fixtures[format].inRecords?.(messages) ?? messages;
}
