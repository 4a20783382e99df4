import { hasCorpus } from '../corpus.ts';
import { modelCalls } from './model-calls.ts';
import { requestSpeed } from './request-speed.ts';

/** What asking a model costs before it answers, and how often it is asked. */
export async function modelReport(): Promise<unknown> {
  const requests = await requestSpeed();
  for (const { text, requestMs, stringifyMs, ratio } of requests) {
    console.log(
      `request of ${text}: ${requestMs.toFixed(2)} ms, JSON.stringify ${stringifyMs.toFixed(2)} ms, ${ratio.toFixed(2)} times`,
    );
  }
  if (!hasCorpus) {
    console.log('model calls: NOT RUN, the corpus is not there');
    return { requests };
  }
  const calls = await modelCalls();
  for (const { strategy, window, reducer, compressions, calls: counts, largestRequest } of calls) {
    console.log(
      `${strategy}, window ${window}, reduced by ${reducer}: ${compressions} compressions, calls ${JSON.stringify(counts)}, largest request ${largestRequest} tokens`,
    );
  }
  return { requests, calls };
}
