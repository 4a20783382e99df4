import type { RequestReport } from '@palimpsest/proxy';
import { addNumbers } from '../sums.ts';
import { formatCount, formatNumber, formatPercent, joinTexts } from '../terminal/numbers.ts';

export class RequestSums {
  readonly #sums = { requests: 0, given: 0, sent: 0, answeredCalls: 0, prompt: 0, cached: 0 };

  add({ bytesGiven: given, bytesSent: sent, answeredCalls, usage }: RequestReport): void {
    const { promptTokens: prompt = 0, cachedTokens: cached = 0 } = usage ?? {};
    addNumbers(this.#sums, { requests: 1, given, sent, answeredCalls, prompt, cached });
  }

  /** Returns one line; `undefined` without requests. */
  format(): string | undefined {
    const { requests, given, sent, answeredCalls, prompt, cached } = this.#sums;
    if (requests === 0) return undefined;
    return joinTexts([
      formatCount(requests, 'request'),
      `${formatNumber(sent)} of ${formatNumber(given)} bytes sent (${formatPercent(sent / given)})`,
      formatCount(answeredCalls, 'answered call'),
      prompt > 0 && `${formatPercent(cached / prompt)} of the prompts from the cache`,
    ]);
  }
}

export function formatRequest(report: RequestReport): string {
  const {
    api,
    model,
    status,
    bytesGiven,
    bytesSent,
    isShortened,
    answeredCalls,
    copiedMarks,
    retried,
  } = report;
  return joinTexts([
    `${api} ${model ?? ''}`.trim(),
    `status ${status}`,
    `${formatNumber(bytesSent)} of ${formatNumber(bytesGiven)} bytes`,
    isShortened && 'shortened',
    answeredCalls > 0 && formatCount(answeredCalls, 'answered call'),
    copiedMarks !== undefined &&
      `calls with copied marks: ${copiedMarks.stopped} stopped, ${copiedMarks.passed} passed`,
    retried !== undefined && `sent again: ${RETRIES[retried]}`,
  ]);
}

const RETRIES = {
  overflow: 'the provider said that it was too long',
  refused: 'the provider refused it as changed, and took the original',
} as const;
