import type { Originals } from '@palimpsest/originals';
import { attempt, type AttemptRequest } from './attempt.ts';
import type { CompressResult } from './compress-result.ts';
import { compressOriginals } from './compress-originals.ts';
import { keepOriginals } from './own-messages.ts';
import { makeReport } from './report.ts';

/** Compresses messages. Starts from their originals if the strategy asks for that and all of them are available. */
export async function compressMessages<Message>(
  given: readonly Message[],
  request: AttemptRequest,
): Promise<CompressResult<Message>> {
  // Copied, because the caller may change the list while a model writes.
  const messages = [...given];
  const { options, strategy } = request;
  const { originals } = options;
  if (originals === undefined || strategy.startsFromOriginals !== true) {
    return compressGiven(messages, request);
  }
  const whole = await restoreWhole(originals, messages, options.conversation);
  if (whole === undefined) return compressGiven(messages, request);
  if (whole === 'given') return compressGiven(messages, { ...request, fromOriginals: true });
  const { outcome, targetTokens } = await compressOriginals(messages, whole, originals, request);
  return outcome ?? compressGiven(messages, { ...request, targetTokens });
}

async function compressGiven<Message>(
  messages: readonly Message[],
  request: AttemptRequest & { readonly fromOriginals?: boolean },
): Promise<CompressResult<Message>> {
  const made = await attempt(messages, request);
  const { originals } = request.options;
  if (originals !== undefined) await keepOriginals(originals, messages, made.encoded, request);
  const { overhead } = request;
  const report = makeReport({
    ...made,
    format: made.codec.name,
    overhead,
    before: messages,
    after: made.encoded,
  });
  return { messages: made.encoded as Message[], report };
}

/**
 * Returns the messages as they were before compression, or `given` if they never were compressed. Returns `undefined` if an original is
 * missing or corrupt.
 */
async function restoreWhole<Message>(
  originals: Originals,
  messages: readonly Message[],
  conversation: string | undefined,
): Promise<readonly Message[] | 'given' | undefined> {
  const options = conversation === undefined ? {} : { conversation };
  const restored = await originals.restore(messages, options);
  const { rounds, redacted, missing, ambiguous } = restored;
  const isWhole = redacted === 0 && missing.length === 0 && ambiguous.length === 0;
  if (!isWhole) return undefined;
  return rounds > 0 ? restored.messages : 'given';
}
