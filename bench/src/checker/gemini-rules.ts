import { checkBytes } from './check-media.ts';
import { isJson, objectsOf, type Json, type Report } from './rule.ts';

interface Turn {
  readonly index: number;
  readonly role: 'model' | 'user';
  readonly parts: readonly Json[];
}

/** Checks generateContent (ai.google.dev/api/generate-content, "Function calling"). Leading system contents represent the system instruction. */
export function checkContents(given: readonly Json[], report: Report): void {
  const start = given.findIndex(({ role }) => role !== 'system');
  const turns: Turn[] = [];
  for (const [index, content] of given.entries()) {
    if (index < start || start < 0) continue;
    const { role = 'user' } = content;
    if (role !== 'user' && role !== 'model' && role !== 'function') {
      report('role', index, String(role));
    }
    const parts = objectsOf(content['parts']);
    if (parts.length === 0 || parts.some((part) => Object.keys(part).length === 0)) {
      report('empty-content', index, 'no parts, or one without a field');
    }
    for (const part of parts) checkPart(part, index, report);
    // A system content is reported, but it is not a turn.
    if (role !== 'system') turns.push({ index, role: role === 'model' ? 'model' : 'user', parts });
  }
  if (turns[0]?.role === 'model') report('first-message', turns[0].index, 'model');
  checkCalls(turns, report);
}

/** Checks calls and responses. The API accepts adjacent contents of one role; a function response must be in the content after its call. */
function checkCalls(turns: readonly Turn[], report: Report): void {
  for (const [at, { index, role, parts }] of turns.entries()) {
    const calls = parts.flatMap(({ functionCall }) => (isJson(functionCall) ? [functionCall] : []));
    const answers = responsesOf(parts);
    if (calls.length > 0) {
      if (role !== 'model') report('role', index, 'a function call of the user');
      // A call at the beginning breaks `first-message` instead, as every first model turn does.
      if (turns[at - 1]?.role === 'model') report('call-after-model', index, 'behind the model');
      const next = turns[at + 1];
      const given = responsesOf(next?.parts ?? []);
      // The newest calls may be pending.
      if (next !== undefined && given.length < calls.length) {
        report('call-without-result', index, `${calls.length} calls, ${given.length} responses`);
      }
      for (const answer of given) {
        if (!calls.some(({ name }) => name === answer['name'])) {
          report('result-name', index + 1, String(answer['name']));
        }
      }
    }
    if (answers.length > 0) {
      const asked = (turns[at - 1]?.parts ?? []).filter(({ functionCall }) => isJson(functionCall));
      if (answers.length > asked.length) {
        report('result-without-call', index, `${answers.length} responses, ${asked.length} calls`);
      }
    }
  }
}

function responsesOf(parts: readonly Json[]): readonly Json[] {
  return parts.flatMap(({ functionResponse }) =>
    isJson(functionResponse) ? [functionResponse] : [],
  );
}

function checkPart(part: Json, index: number, report: Report): void {
  const { functionResponse: answer, functionCall: call } = part;
  checkData(part, index, report);
  if (isJson(call) && call['args'] !== undefined && !isJson(call['args'])) {
    report('arguments-shape', index, typeof call['args']);
  }
  if (!isJson(answer)) return;
  if (!isJson(answer['response'])) report('result-shape', index, kindOf(answer['response']));
  const parts = answer['parts'];
  if (parts !== undefined && !Array.isArray(parts)) report('result-shape', index, 'parts');
  for (const inner of objectsOf(parts)) {
    if (!isJson(inner['inlineData']) && !isJson(inner['fileData'])) {
      report('result-shape', index, `a part with ${Object.keys(inner).join(', ')}`);
    }
    checkData(inner, index, report);
  }
}

function checkData({ inlineData, fileData }: Json, index: number, report: Report): void {
  if (isJson(inlineData)) {
    checkBytes(report, index, { mimeType: inlineData['mimeType'], data: inlineData['data'] });
  }
  if (isJson(fileData) && typeof fileData['fileUri'] !== 'string') {
    report('media-bytes', index, 'a file without address');
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}
