import type { IContent, Summarizer, Summary, SummaryRequest } from '@palimpsest/core-types';

import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, textsOf, type ExtractiveOptions } from './compressed.ts';

const prose = 'The worker pool of the billing service was looked at. '.repeat(20);
const before = history()
  .human('Go.')
  .ai(prose)
  .human('One.')
  .ai('Two.')
  .human('Three.')
  .ai('Four.')
  .build();

async function firstText(options: ExtractiveOptions, given = before): Promise<string> {
  const targetTokens = 200;
  const result = await compress(given, { targetTokens, options });
  return result.kind === 'applied' ? textsOf(result.newHistory[1]!)[0]! : result.reason;
}

const model = (text: string): Summary => ({ text, entities: ['Ada'], kind: 'model' });
const answering = (answer: () => Promise<Summary> | Summary): Summarizer => ({
  summarize: () => answer(),
});
const usual = await firstText({});

test('calls a custom summarizer, which may be asynchronous', async () => {
  const requests: SummaryRequest[] = [];
  const summarizer: Summarizer = {
    summarize: async (request) => {
      requests.push(request);
      return await Promise.resolve(model('Billing looked at.'));
    },
  };
  const result = await compress(before, { targetTokens: 200, options: { summarizer } });
  expect(result.kind === 'applied' && textsOf(result.newHistory[1]!)).toEqual([
    '[summary: Billing looked at. | entities: Ada]',
  ]);
  expect(result.metadata.llmCallMade).toBe(true);
  expect(result.metadata.provenance).toHaveLength(before.length);
  expect(requests).toEqual([{ text: prose, budget: 400 }]);
});

test.each<readonly [string, () => Promise<Summary> | Summary]>([
  [
    'throws',
    () => {
      throw new Error('no model');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no model'))],
  ['answers nothing', () => model('  ')],
  ['answers something longer', () => model(`${prose} And more.`)],
  ['answers more than a mark may hold', () => model('x'.repeat(1_001))],
  ['answers something else', () => undefined as never],
  ['answers a text alone', () => 'Billing' as never],
  ['answers other entities', () => ({ ...model('Billing.'), entities: [1] as never })],
])('writes the summary by rules when the summarizer %s', async (_, answer) => {
  expect(await firstText({ summarizer: answering(answer) })).toBe(usual);
});

test('summarizes program output without a model', async () => {
  const output = `${Array.from({ length: 30 }, (_, at) => `src/pool${at}.ts:${at}: PASS`).join('\n')}\nTests: 30 passed`;
  const given: IContent[] = [
    ...history().call('run_tests').result(output).build(),
    ...before.slice(2),
  ];
  let asked = 0;
  const summarizer = answering(() => {
    asked += 1;
    return model('never');
  });
  const result = await compress(given, { targetTokens: 200, options: { summarizer } });
  expect(asked).toBe(0);
  expect(result.kind === 'applied' && textsOf(result.newHistory[1]!)[0]).toMatch(
    /^\[summary: files: /,
  );
});

test('redacts secrets before a summarizer gets the text', async () => {
  const secret = 'Ada Lovelace';
  const given = [
    before[0]!,
    ...history().ai(`${secret} owns billing. ${prose}`).build(),
    ...before.slice(2),
  ];
  const seen: string[] = [];
  const summarizer: Summarizer = {
    summarize: ({ text }) => {
      seen.push(text);
      throw new Error('no model');
    },
  };
  const redact = (text: string): string => text.replaceAll(secret, '(a person)');
  const text = await firstText({ summarizer, redact }, given);
  expect(seen).toHaveLength(1);
  expect(seen[0]).toBe(`(a person) owns billing. ${prose}`);
  expect(text).toMatch(/^\[summary: /);
  expect(text).not.toContain(secret);
});

test('rejects with the error of the redaction when it fails', async () => {
  const options: ExtractiveOptions = {
    redact: () => {
      throw new Error('no rules');
    },
  };
  await expect(compress(before, { options })).rejects.toThrow('no rules');
  const summarizer = answering(() => model('x'));
  const asking = compress(before, { options: { ...options, summarizer } });
  await expect(asking).rejects.toThrow('no rules');
});

test('rejects with the abort reason when the host aborts during summarization', async () => {
  const controller = new AbortController();
  const summarizer: Summarizer = {
    summarize: ({ signal }) => {
      controller.abort(new Error('that will do'));
      signal?.throwIfAborted();
      return model('never');
    },
  };
  const { signal } = controller;
  const running = compress(before, { targetTokens: 200, signal, options: { summarizer } });
  await expect(running).rejects.toThrow('that will do');
});
