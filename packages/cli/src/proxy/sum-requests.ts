import type { RequestReport } from '@palimpsest/proxy';
import { formatCount, formatNumber, formatPercent } from '../terminal/numbers.ts';

/** Sums of the requests of a proxy. */
export interface RequestSums {
  add(report: RequestReport): void;
  /** Returns one line; `undefined` without requests. */
  format(): string | undefined;
}

export function createRequestSums(): RequestSums {
  let requests = 0;
  let given = 0;
  let sent = 0;
  let recalls = 0;
  let prompt = 0;
  let cached = 0;
  return {
    add({ bytesGiven, bytesSent, recalls: own, usage }) {
      requests += 1;
      given += bytesGiven;
      sent += bytesSent;
      recalls += own;
      prompt += usage?.promptTokens ?? 0;
      cached += usage?.cachedTokens ?? 0;
    },
    format() {
      if (requests === 0) return undefined;
      const share = formatPercent(sent / given);
      const parts = [
        formatCount(requests, 'request'),
        `${formatNumber(sent)} of ${formatNumber(given)} bytes sent (${share})`,
        formatCount(recalls, 'recall'),
        ...(prompt === 0
          ? []
          : [`${formatPercent(cached / prompt)} of the prompts from the cache`]),
      ];
      return parts.join(', ');
    },
  };
}

/** Returns a line about one request. */
export function formatRequest(report: RequestReport): string {
  const { api, model, status, bytesGiven, bytesSent, isShortened, recalls, retried } = report;
  const parts = [
    `${api} ${model ?? ''}`.trim(),
    `status ${status}`,
    `${formatNumber(bytesSent)} of ${formatNumber(bytesGiven)} bytes`,
    ...(isShortened ? ['shortened'] : []),
    ...(recalls === 0 ? [] : [formatCount(recalls, 'recall')]),
    ...(retried === undefined ? [] : [`sent again: ${RETRIES[retried]}`]),
  ];
  return parts.join(', ');
}

const RETRIES = {
  overflow: 'the provider said that it was too long',
  refused: 'the provider refused it as changed, and took the original',
} as const;
