import { OptionError } from '@palimpsest/core-types';
import type { Originals, Restored, RestoreOptions } from '@palimpsest/originals';
import { parseRequestBody } from '@palimpsest/formats';
import type { RequestBody } from './body-of.ts';

export interface RestoredBody<Body> extends Omit<Restored<unknown>, 'messages'> {
  /** The given body with its messages as they were, and every other member as it is. */
  readonly body: Body;
}

/**
 * Gives back a request body as it was before its messages were compressed, however often, with whatever was appended since. For messages
 * alone there is `originals.restore`.
 *
 * @throws {OptionError} for what is no request body
 */
export async function restoreBody<Body extends RequestBody>(
  originals: Originals,
  body: Body,
  options: RestoreOptions = {},
): Promise<RestoredBody<Body>> {
  const parsed = parseRequestBody(body);
  if (parsed === undefined) {
    const accepted = 'a request body with messages, contents or input';
    throw new OptionError('body', body, accepted);
  }
  const { messages, ...figures } = await originals.restore(parsed.messages, options);
  return { ...figures, body: parsed.withMessages(messages) as Body };
}
