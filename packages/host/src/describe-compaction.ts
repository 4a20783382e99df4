import type { CompressReport } from 'palimpsest/core';

/** Returns one line for a user: tokens and messages before and after, and why the target was missed. @param title the start of the line */
export function describeCompaction(
  {
    kind,
    reason,
    tokensBefore,
    tokensAfter,
    messagesBefore,
    messagesAfter,
    shortfallReason,
  }: CompressReport,
  title = 'Compacted without a model',
): string {
  if (kind === 'noop')
    return `Nothing to remove (${reason}): about ${formatTokens(tokensBefore)} tokens.`;
  const share = Math.round((tokensAfter / Math.max(1, tokensBefore)) * 100);
  const tokens = `about ${formatTokens(tokensBefore)} → ${formatTokens(tokensAfter)} tokens (${share} %)`;
  const messages =
    messagesBefore === messagesAfter
      ? `${messagesAfter} messages`
      : `${messagesBefore} → ${messagesAfter} messages`;
  const missed = shortfallReason === undefined ? '' : ` Above the target: ${shortfallReason}.`;
  return `${title}: ${tokens}, ${messages}.${missed}`;
}

/** Returns a count such as `940`, `12.4k` or `184k`. */
function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens < 99_950 ? `${(tokens / 1000).toFixed(1)}k` : `${Math.round(tokens / 1000)}k`;
}
