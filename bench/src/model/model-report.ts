import { reportOf, tableOf, type SpeedReport } from '../speed/report.ts';
import { hasCorpus } from '../corpus.ts';
import { modelCalls } from './model-calls.ts';
import { requestSpeed } from './request-speed.ts';

/** Measures the cost of building a model request, and counts the calls. */
export async function modelReport(): Promise<SpeedReport> {
  const requests = await requestSpeed();
  for (const { text, requestMs, stringifyMs, ratio } of requests) {
    console.log(
      `request of ${text}: ${requestMs.toFixed(2)} ms, JSON.stringify ${stringifyMs.toFixed(2)} ms, ${ratio.toFixed(2)} times`,
    );
  }
  const built = tableOf(requests, {
    by: ['text'],
    counts: ['characters', 'entries'],
    ratios: ['ratio'],
  });
  if (!hasCorpus) {
    console.log('model calls: NOT RUN, the corpus is not there');
    return reportOf({ requests: built });
  }
  const calls = await modelCalls();
  for (const { strategy, window, reducer, compressions, calls: counts, largestRequest } of calls) {
    console.log(
      `${strategy}, window ${window}, reduced by ${reducer}: ${compressions} compressions, calls ${JSON.stringify(counts)}, largest request ${largestRequest} tokens`,
    );
  }
  const asked = tableOf(calls, {
    by: ['strategy', 'window', 'reducer'],
    counts: ['compressions', 'calls', 'largestRequest'],
  });
  return reportOf({ requests: built, calls: asked });
}
