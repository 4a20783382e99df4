import { checkAddress, isImageType } from './check-media.ts';
import { PendingCalls } from './pending-calls.ts';
import { objectsOf, isJson, type Json, type Report } from './rule.ts';

const ROLES = new Set<unknown>(['user', 'assistant', 'system', 'developer']);
const RESULT_PARTS = new Set<unknown>(['input_text', 'input_image', 'input_file']);
const OWN_CALL = /^(?:function|custom_tool|shell|local_shell|apply_patch|computer)_call$/;
const OUTPUT = /_call_output$/;

/** Checks the Responses API (platform.openai.com/docs/api-reference/responses/create). Outputs may be anywhere after their calls. */
export function checkItems(items: readonly Json[], report: Report): void {
  const pending = new PendingCalls(report);
  let hasEnded = false;
  for (const [index, item] of items.entries()) {
    const { type = 'message', role } = item;
    if (type === 'message') {
      if (!ROLES.has(role)) report('role', index, String(role));
      checkMessage(item, index, report);
    } else if (type === 'reasoning') {
      const next = items[index + 1];
      const follows = next !== undefined && !OUTPUT.test(String(next['type'])) && isOfModel(next);
      if (!follows) report('reasoning-without-follower', index, String(item['id']));
    } else if (OWN_CALL.test(String(type)) && typeof item['call_id'] === 'string') {
      pending.call(item['call_id'], index);
      if (type === 'function_call' && typeof item['arguments'] !== 'string') {
        report('arguments-shape', index, typeof item['arguments']);
      }
    } else if (OUTPUT.test(String(type))) {
      pending.answer(String(item['call_id'] ?? item['id']), index);
      if (type === 'function_call_output') checkOutput(item['output'], index, report);
    }
    const isCall = OWN_CALL.test(String(type));
    hasEnded = isCall || type === 'reasoning' ? false : type === 'message' || hasEnded;
  }
  // The newest calls may be pending.
  const last = items.findLastIndex((item) => !OWN_CALL.test(String(item['type'])));
  if (hasEnded || last === items.length - 1) pending.close();
}

function isOfModel({ type = 'message', role }: Json): boolean {
  return type !== 'message' || role === 'assistant';
}

function checkMessage({ role, content }: Json, index: number, report: Report): void {
  if (typeof content === 'string') {
    if (content === '' && role !== 'assistant') report('empty-content', index, String(role));
    return;
  }
  const parts = objectsOf(content);
  if (parts.length === 0) report('empty-content', index, String(role));
  for (const part of parts) {
    const isOutput = part['type'] === 'output_text' || part['type'] === 'refusal';
    if (isOutput !== (role === 'assistant'))
      report('content-part', index, `${String(part['type'])} of ${String(role)}`);
    checkPart(part, index, report);
  }
}

function checkOutput(output: unknown, index: number, report: Report): void {
  if (typeof output === 'string') return;
  if (!Array.isArray(output)) {
    report('result-shape', index, output === null ? 'null' : typeof output);
    return;
  }
  for (const part of output) {
    if (isJson(part) && RESULT_PARTS.has(part['type'])) checkPart(part, index, report);
    else report('result-shape', index, isJson(part) ? `type ${String(part['type'])}` : typeof part);
  }
}

function checkPart(part: Json, index: number, report: Report): void {
  const { type, text, image_url: image, file_data: file } = part;
  if (String(type).endsWith('_text') && typeof text !== 'string') {
    report('content-part', index, `${String(type)} without text`);
  }
  if (type === 'input_image' && part['file_id'] === undefined) {
    checkAddress(report, index, image, isImageType);
  }
  if (type === 'input_file' && file !== undefined) checkAddress(report, index, file);
}
