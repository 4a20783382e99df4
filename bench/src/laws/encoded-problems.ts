import { getCodec, isLogFormat } from '@palimpsest/formats';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { CompressResult } from 'palimpsest';

export interface EncodedProblem {
  readonly rule: string;
  readonly message: string;
}

/** Tolerated difference for very small results, in tokens: one role and one text around it. */
const FEW_TOKENS = 8;

/**
 * Returns contradictions between the encoded messages and the report: other token counts, or more bytes than before.
 *
 * @param repaired the input after the repair, in its format
 */
export function encodedProblems(
  repaired: readonly unknown[],
  { messages, report }: CompressResult<object>,
): readonly EncodedProblem[] {
  const problems: EncodedProblem[] = [];
  const sent = JSON.stringify(messages);
  const tokens = estimateEntryTokens(getCodec(report.format).decode(JSON.parse(sent) as never[]));
  const allowed = Math.max(FEW_TOKENS, report.tokensAfter * 0.01);
  if (Math.abs(tokens - report.tokensAfter) > allowed) {
    const message = `the report says ${report.tokensAfter} tokens, the messages have ${tokens}`;
    problems.push({ rule: 'encoded tokens are those of the report', message });
  }
  const [before, after] = [sizeOf(JSON.stringify(repaired)), sizeOf(sent)];
  // A compaction is written after what a log holds.
  if (after > before && !isLogFormat(report.format)) {
    problems.push({ rule: 'encoded bytes never grow', message: `${before} bytes became ${after}` });
  }
  return problems;
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
