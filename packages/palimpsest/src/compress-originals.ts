import type { CompressionResult } from '@palimpsest/core-types';
import { isSameMessage, type Originals } from '@palimpsest/originals';
import { attempt, overheadOf, type Attempt, type AttemptRequest } from './attempt.ts';
import { readMessages } from './read-messages.ts';
import type { CompressResult } from './compress-result.ts';
import { keepOriginals } from './own-messages.ts';
import { makeReport } from './report.ts';

/**
 * Compresses the originals of messages, and expresses the result relative to the messages as given. Returns nothing if the result misses
 * the target and is larger than the given messages; then they are the better start.
 */
export async function compressOriginals<Message>(
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
    await keepOriginals(originals, whole, made.encoded, facts);
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
    ...(made.shortfall === undefined ? {} : { shortfall: made.shortfall }),
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

/** Returns a no-op for a result that equals the given messages. */
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
