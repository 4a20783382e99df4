import { expect, test } from 'vitest';
import { subWords } from '../../src/words/sub-words.ts';

test.each([
  ['saveSessionState', ['save', 'session', 'state']],
  ['parseHTTPResponse', ['parse', 'http', 'response']],
  ['XMLHttpRequest', ['xml', 'http', 'request']],
  ['MAX_RETRY_COUNT', ['max', 'retry', 'count']],
  ['allowedURLs', ['allowed', 'url']],
  ['error404Page', ['error', '404', 'page']],
  ['load_loadAll', ['load', 'all']],
  ['toIdOf42', []],
])('%s has the words %j', (name, words) => {
  expect(subWords(name)).toEqual(words);
});
