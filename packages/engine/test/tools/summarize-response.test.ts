import { isMarker, soleText, type ToolResponseBlock } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { defaultToolTaxonomy, shortestSummary, summarizeResponse } from '../../src/tools/index.ts';

const OUTPUT = `error TS2345: in another file\n${'a line of output\n'.repeat(40)}Done.`;

function summaryOf(result: unknown): unknown {
  const call = { type: 'tool_call', id: '1', name: 'Bash', parameters: {} } as const;
  const response: ToolResponseBlock = {
    type: 'tool_response',
    callId: '1',
    toolName: 'Bash',
    result,
  };
  return summarizeResponse(call, response, defaultToolTaxonomy).result;
}

test('shows the error of a record before lines that look like errors', () => {
  const record = { error: 'no such table', output: OUTPUT };
  expect(JSON.stringify(summaryOf(record))).toContain('no such table');
  expect(JSON.stringify(summaryOf([record, { type: 'text', text: 'a' }]))).toContain(
    'no such table',
  );
});

test('shows the only line of stderr next to an exit code, but not several lines', () => {
  const record = { stderr: 'sh: 1: foo: not found', exitCode: 127, stdout: OUTPUT };
  expect(JSON.stringify(summaryOf(record))).toContain('sh: 1: foo: not found');
  const several = { ...record, stderr: 'warning: unused\nwarning: deprecated' };
  expect(JSON.stringify(summaryOf(several))).toContain('error TS2345: in another file');
});

test('summarizes a failure in JSON text by its members', () => {
  const text = JSON.stringify({ error: { message: 'no such table' }, output: OUTPUT });
  expect(summaryOf(text)).toMatch(/^\[Bash: error, .*\]\nno such table\nDone\.$/);
});

test('an exit code in JSON text is a failure for every tool except reads', () => {
  const text = JSON.stringify({ exit_code: 1, stdout: '', stderr: 'sh: 1: foo: not found' });
  const summary = (name: string): unknown => {
    const call = { type: 'tool_call', id: '1', name, parameters: {} } as const;
    const response = { type: 'tool_response', callId: '1', toolName: name, result: text } as const;
    return summarizeResponse(call, response, defaultToolTaxonomy).result;
  };
  for (const name of ['Bash', 'Edit', 'TodoWrite', 'mcp__a__b']) {
    expect(summary(name)).toContain('error');
    expect(summary(name)).toContain('sh: 1: foo: not found');
  }
  expect(summary('Read')).toContain('success');
});

const PICTURE = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' };

test.each([
  ['a record', (error: string) => ({ error })],
  ['a part beside a picture', (text: string) => [{ type: 'text', text }, PICTURE]],
])('shows the error in JSON text when it is in %s', (_name, resultOf) => {
  const body = { error: { code: 'E42', message: 'no such table: users' }, rows: 'row '.repeat(99) };
  const response: ToolResponseBlock = {
    type: 'tool_response',
    callId: 'c1',
    toolName: 'query',
    isError: true,
    result: resultOf(JSON.stringify(body, undefined, 2)),
  };
  const call = { type: 'tool_call', id: 'c1', name: 'query', parameters: {} } as const;
  const summary = summarizeResponse(call, response, defaultToolTaxonomy);
  expect(JSON.stringify(summary)).toContain('no such table: users');
});

test('a coloured failure is a failure, and its lines are shown without colours', () => {
  const text = `${'a line of output\n'.repeat(40)}\u001b[31mFAILED\u001b[0m a.py::\u001b[1mtest_open\u001b[0m - assert 3 == 4\n\u001b[31m== \u001b[1m1 failed\u001b[0m, \u001b[32m12 passed\u001b[0m\u001b[31m ==\u001b[0m\n\u001b[0m`;
  const call = {
    type: 'tool_call',
    id: '1',
    name: 'Bash',
    parameters: { command: 'pytest --color=yes' },
  } as const;
  const response = { type: 'tool_response', callId: '1', toolName: 'Bash', result: text } as const;
  expect(summarizeResponse(call, response, defaultToolTaxonomy).result).toBe(
    '[Bash pytest --color=yes: error, 43 lines]\nFAILED a.py::test_open - assert 3 == 4\n== 1 failed, 12 passed ==',
  );
});

test.each(['result', 'output'])('a failure keeps the tags around its excerpt: %s', (shape) => {
  const lines = Array.from({ length: 30 }, (_, at) => `step ${at}`);
  const page = [...lines, 'TypeError: no gate', ...lines, 'The run ended at noon.'].join('\n');
  const text = `<untrusted_context>\n${page}\n</untrusted_context>`;
  const call = {
    type: 'tool_call',
    id: 'a',
    name: 'bash',
    parameters: { command: 'make' },
  } as const;
  const response = {
    type: 'tool_response',
    callId: 'a',
    toolName: 'bash',
    result: shape === 'output' ? { output: text } : text,
    isError: true,
  } as const;
  const { result } = summarizeResponse(call, response, defaultToolTaxonomy);
  const summary = soleText(result)!;
  expect(summary.split('\n').slice(1)).toEqual([
    '<untrusted_context>',
    'TypeError: no gate',
    'The run ended at noon.',
    '</untrusted_context>',
  ]);
  expect(isMarker(summary)).toBe(true);
});

test('names the path of a record if the call names none, and keeps it in the shortest summary', () => {
  const text = Array.from({ length: 100 }, (_, at) => `line ${at}`).join('\n');
  const call = {
    type: 'tool_call',
    id: '1',
    name: 'open_document',
    parameters: { id: 7 },
  } as const;
  const result = { path: 'src/foo.ts', content: text };
  const response = { type: 'tool_response', callId: '1', toolName: call.name, result } as const;
  const summary = summarizeResponse(call, response, defaultToolTaxonomy);
  expect(summary.result).toEqual({ content: '[open_document src/foo.ts: done, 101 lines]' });
  expect(shortestSummary(call, summary, defaultToolTaxonomy, true)).toBe(summary);
});
