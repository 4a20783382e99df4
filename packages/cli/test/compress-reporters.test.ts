import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { toJson, type ConversationReport } from '../src/compress/conversation-report.ts';
import { createTextReporter } from '../src/compress/text-reporter.ts';
import { createJsonReporter, type Reporter } from '../src/rewrite-conversations.ts';

const report: ConversationReport = {
  id: 'a',
  ms: 1,
  strategy: 'mine',
  format: 'openai',
  kind: 'applied',
  startedFrom: 'originals',
  originalTokens: 12_345,
  tokensBefore: 500,
  tokensAfter: 800,
  messagesBefore: 10,
  messagesAfter: 10,
  targetTokens: 900,
  dropped: { reducedTexts: 2, lines: 310 },
  repaired: [],
};
const { startedFrom: _startedFrom, originalTokens: _originalTokens, ...plain } = report;

/** Returns the output of a reporter. */
function written(
  make: (stderr: Writable) => Reporter<ConversationReport>,
  reports: readonly ConversationReport[],
): string {
  const chunks: string[] = [];
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  const reporter = make(stderr);
  for (const one of reports) reporter.done(one);
  reporter.finish?.();
  return chunks.join('');
}

const text = (reports: readonly ConversationReport[]): string =>
  written((stderr) => {
    const input = { name: 'many.jsonl', progress: () => undefined };
    const stdin = (async function* () {})();
    const io = { stdin, stdout: stderr, stderr, env: { LANG: 'C.UTF-8' }, cwd: '/', now: () => 0 };
    return createTextReporter(input, io, true);
  }, reports);

test('reports that a compression started from the originals', () => {
  expect(text([report])).toMatch(/^ +source +the originals, 12,345 tokens$/m);
  expect(text([report])).toMatch(/500 .+ 800 {2}\+60 %/);
  expect(text([report])).toMatch(/^ +changed +2 texts reduced, 310 lines omitted$/m);
  expect(text([plain])).not.toContain('source');
});

test('counts the compressions that started from the originals', () => {
  expect(text([report, { ...report, id: 'b' }, { ...plain, id: 'c' }])).toMatch(
    /^ +source +2 conversations from the originals, 24,690 tokens$/m,
  );
  expect(text([plain, { ...plain, id: 'c' }])).not.toContain('source');
});

test('includes the originals in the JSON report', () => {
  const [first, second] = written((stderr) => createJsonReporter(stderr, toJson), [report, plain])
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(first).toMatchObject({ startedFrom: 'originals', originalTokens: 12_345 });
  expect(second).not.toHaveProperty('startedFrom');
});
