import { OptionError } from '@palimpsest/core-types';
import type { Originals, Restored, RestoreOptions } from '@palimpsest/originals';
import { parseRequestBody } from '@palimpsest/formats';
import type { RequestBody } from './body-of.ts';

export interface RestoredBody<Body> extends Omit<Restored<unknown>, 'messages'> {
  /** The given body with its original messages; all other members unchanged. */
  readonly body: Body;
}

/**
 * Restores the messages of a request body, however often they were compressed, and keeps messages appended since. For messages without a
 * body use `originals.restore`.
 *
 * @throws {OptionError} when the value is not a request body
 */
export async function restoreBody<Body extends RequestBody>(
  originals: Originals,
  body: Body,
  options: RestoreOptions = {},
): Promise<RestoredBody<Body>> {
  const parsed = parseRequestBody(body);
  if (parsed === undefined) {
    const expected = 'a request body with messages, contents or input';
    throw new OptionError('body', body, expected);
  }
  const { messages, ...figures } = await originals.restore(parsed.messages, options);
  return { ...figures, body: parsed.withMessages(messages) as Body };
}
