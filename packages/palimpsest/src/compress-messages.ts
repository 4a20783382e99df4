import { defined, type CompressionResult } from '@palimpsest/core-types';
import { isSameMessage, type Originals } from '@palimpsest/originals';
import { attempt, overheadOf, type Attempt, type AttemptRequest } from './attempt.ts';
import { keepOriginals } from './own-messages.ts';
import { readMessages } from './read-messages.ts';
import { makeReport, type CompressResult } from './report.ts';

/**
 * Compresses messages. Starts from their originals if the strategy asks for that and all of them are available. A log keeps what it holds: the
 * next compaction starts from the last one.
 */
export async function compressMessages<Message>(
  given: readonly Message[],
  request: AttemptRequest,
): Promise<CompressResult<Message>> {
  // Copied, because the caller may change the list while a model writes.
  const messages = [...given];
  const { options, strategy } = request;
  const { originals } = options;
  const startsFromGiven = originals === undefined || strategy.startsFromOriginals !== true;
  if (startsFromGiven || request.codecOf(messages).isLog === true) {
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
  if (originals !== undefined)
    await keepOriginals(originals, messages, made.encoded, made.codec, request);
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
  const restored = await originals.restore(messages, defined({ conversation }));
  const { rounds, redacted, missing, ambiguous } = restored;
  const isWhole = redacted === 0 && missing.length === 0 && ambiguous.length === 0;
  if (!isWhole) return undefined;
  return rounds > 0 ? restored.messages : 'given';
}

/**
 * Compresses the originals of messages, and expresses the result relative to the messages as given. Returns nothing if the result misses
 * the target and is larger than the given messages; then they are the better start.
 */
async function compressOriginals<Message>(
  messages: readonly Message[],
  whole: readonly Message[],
  originals: Originals,
  request: AttemptRequest,
): Promise<{ readonly outcome?: CompressResult<Message>; readonly targetTokens: number }> {
  const made = await attempt(whole, request);
  const { codec, targetTokens } = made;
  const { history } = readMessages(messages, codec);
  const tokensBefore = overheadOf(request) + (await request.estimateTokens(history));
  if (made.tokensAfter > Math.max(targetTokens, tokensBefore)) return { targetTokens };

  const after = reuse(messages, made.encoded as Message[]);
  const isSame =
    after.length === messages.length && after.every((one, index) => one === messages[index]);
  if (!isSame) {
    const facts = { ...request, fromOriginals: true };
    await keepOriginals(originals, whole, made.encoded, codec, facts);
  }
  const report = makeReport({
    format: codec.name,
    targetTokens,
    result: isSame ? asNoop(made) : asApplied(made),
    // If the messages equal their originals, an earlier call already repaired them.
    repairs: isSame ? [] : made.repairs,
    before: messages,
    after,
    tokensBefore,
    tokensAfter: isSame ? tokensBefore : made.tokensAfter,
    originalTokens: made.tokensBefore,
    overhead: request.overhead,
    ...defined({ shortfall: made.shortfall }),
  });
  return { outcome: { messages: after, report }, targetTokens };
}

/** Replaces messages by the given objects with the same content, so that the provider's cached prefix stays valid. */
function reuse<Message>(given: readonly Message[], made: readonly Message[]): Message[] {
  return made.map((message, index) => {
    const known = given[index];
    return known !== undefined && isSameMessage(known, message) ? known : message;
  });
}

function asNoop({ result, tokensAfter, targetTokens }: Attempt): CompressionResult {
  const { dropped: _dropped, ...metadata } = result.metadata;
  if (result.kind === 'noop') return { ...result, metadata };
  const reason = tokensAfter > targetTokens ? 'nothing-removable' : 'already-under-target';
  return { kind: 'noop', reason, metadata };
}

/** Returns an applied result even if the strategy changed nothing: the originals replaced the given messages. */
function asApplied({ result }: Attempt): CompressionResult {
  if (result.kind === 'applied') return result;
  return { kind: 'applied', newHistory: [], metadata: result.metadata };
}
