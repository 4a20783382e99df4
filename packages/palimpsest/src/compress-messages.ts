import { defined, type CompressionResult } from '@palimpsest/core-types';
import { isSameMessage, type Originals } from '@palimpsest/originals';
import { runAttempt, sumOverhead, type Attempt, type AttemptRequest } from './run-attempt.ts';
import { keepOriginals } from './generated-messages.ts';
import { readMessages } from './read-messages.ts';
import { makeReport, type CompressResult } from './report.ts';

/**
 * Compresses messages. Starts from their originals if the strategy requests that and all of them are available. A log keeps its records, so the
 * next compaction starts from the last one.
 */
export async function compressMessages<Message>(
  input: readonly Message[],
  request: AttemptRequest,
): Promise<CompressResult<Message>> {
  // Copied, because the caller may change the list while a model writes.
  const messages = [...input];
  const { options, strategy } = request;
  const { originals } = options;
  const usesOriginals = originals !== undefined && strategy.startsFromOriginals === true;
  if (!usesOriginals || request.detectCodec(messages).isLog === true) {
    return compressAsReceived(messages, request);
  }
  const restored = await restoreAll(originals, messages, options.conversation);
  if (restored === undefined) return compressAsReceived(messages, request);
  if (restored === 'unchanged')
    return compressAsReceived(messages, { ...request, fromOriginals: true });
  const { result, targetTokens } = await compressOriginals(messages, restored, originals, request);
  return result ?? compressAsReceived(messages, { ...request, targetTokens });
}

async function compressAsReceived<Message>(
  messages: readonly Message[],
  request: AttemptRequest & { readonly fromOriginals?: boolean },
): Promise<CompressResult<Message>> {
  const attempt = await runAttempt(messages, request);
  const { originals } = request.options;
  if (originals !== undefined)
    await keepOriginals(originals, messages, attempt.encoded, attempt.codec, request);
  const { overhead } = request;
  const report = makeReport({
    ...attempt,
    format: attempt.codec.name,
    overhead,
    before: messages,
    after: attempt.encoded,
  });
  return { messages: attempt.encoded as Message[], report };
}

/**
 * Returns the messages as they were before all compressions, or `unchanged` if they never were compressed. Returns `undefined` if an original
 * is missing, redacted or ambiguous.
 */
async function restoreAll<Message>(
  originals: Originals,
  messages: readonly Message[],
  conversation: string | undefined,
): Promise<readonly Message[] | 'unchanged' | undefined> {
  const restored = await originals.restore(messages, defined({ conversation }));
  const { rounds, redacted, missing, ambiguous } = restored;
  const isWhole = redacted === 0 && missing.length === 0 && ambiguous.length === 0;
  if (!isWhole) return undefined;
  return rounds > 0 ? restored.messages : 'unchanged';
}

/**
 * Compresses the originals of messages, and reports the result relative to the messages. Returns no result if it would miss the target and be
 * larger than the messages; then these are the better start.
 */
async function compressOriginals<Message>(
  messages: readonly Message[],
  restored: readonly Message[],
  originals: Originals,
  request: AttemptRequest,
): Promise<{ readonly result?: CompressResult<Message>; readonly targetTokens: number }> {
  const attempt = await runAttempt(restored, request);
  const { codec, targetTokens } = attempt;
  const { history } = readMessages(messages, codec);
  const tokensBefore = sumOverhead(request) + (await request.estimateTokens(history));
  if (attempt.tokensAfter > Math.max(targetTokens, tokensBefore)) return { targetTokens };

  const after = reuseMessages(messages, attempt.encoded as Message[]);
  const isSame =
    after.length === messages.length && after.every((one, index) => one === messages[index]);
  if (!isSame) {
    const saveRequest = { ...request, fromOriginals: true };
    await keepOriginals(originals, restored, attempt.encoded, codec, saveRequest);
  }
  const report = makeReport({
    format: codec.name,
    targetTokens,
    result: isSame ? asNoop(attempt) : asApplied(attempt),
    // If the messages equal their originals, an earlier call already repaired them.
    repairs: isSame ? [] : attempt.repairs,
    before: messages,
    after,
    tokensBefore,
    tokensAfter: isSame ? tokensBefore : attempt.tokensAfter,
    originalTokens: attempt.tokensBefore,
    overhead: request.overhead,
    ...defined({ shortfall: attempt.shortfall }),
  });
  return { result: { messages: after, report }, targetTokens };
}

/** Replaces messages by the input's objects with the same content, so that the provider's cached prefix stays valid. */
function reuseMessages<Message>(
  previous: readonly Message[],
  current: readonly Message[],
): Message[] {
  return current.map((message, index) => {
    const earlier = previous[index];
    return earlier !== undefined && isSameMessage(earlier, message) ? earlier : message;
  });
}

function asNoop({ result, tokensAfter, targetTokens }: Attempt): CompressionResult {
  const { dropped: _dropped, ...metadata } = result.metadata;
  if (result.kind === 'noop') return { ...result, metadata };
  const reason = tokensAfter > targetTokens ? 'nothing-removable' : 'already-under-target';
  return { kind: 'noop', reason, metadata };
}

/** Returns an applied result even if the strategy changed nothing: the originals replaced the messages. */
function asApplied({ result }: Attempt): CompressionResult {
  if (result.kind === 'applied') return result;
  return { kind: 'applied', newHistory: [], metadata: result.metadata };
}
