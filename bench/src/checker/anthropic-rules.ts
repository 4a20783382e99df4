import { checkAddress, checkBytes } from './check-media.ts';
import { PendingCalls } from './pending-calls.ts';
import { isJson, objectsOf, type Json, type Report } from './rule.ts';

const IMAGES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
const RESULT_PARTS = new Set<unknown>([
  'text',
  'image',
  'document',
  'search_result',
  'tool_reference',
  'browser_state',
]);

/**
 * Checks the Messages API (docs.anthropic.com/en/api/messages, "Tool use", "Vision", "PDF support"). A leading
 * system message represents `system`.
 */
export function checkMessages(given: readonly Json[], report: Report): void {
  const start = given.findIndex(({ role }) => role !== 'system');
  const pending = new PendingCalls(report);
  const known = new Set<string>();
  let previous: unknown;
  for (const [index, message] of given.entries()) {
    if (index < start || start < 0) continue;
    const { role, content } = message;
    if (role !== 'user' && role !== 'assistant') report('role', index, String(role));
    if (index === start && role === 'assistant') report('first-message', index, 'assistant');
    // Adjacent messages of one role are one turn.
    if (role === 'assistant' && previous !== 'assistant') pending.close();
    previous = role;
    const isLast = index === given.length - 1;
    if (typeof content === 'string') {
      checkText(content, index, report, { isLast: isLast && role === 'assistant' });
      if (role === 'user') pending.close();
      continue;
    }
    const parts = objectsOf(content);
    if (parts.length === 0 && !(isLast && role === 'assistant')) {
      report('empty-content', index, 'no blocks');
    }
    if (parts.length > 0 && parts.every(({ type }) => String(type).endsWith('thinking'))) {
      report('reasoning-alone', index, 'thinking only');
    }
    let hasOther = false;
    for (const [at, part] of parts.entries()) {
      const isEnd = isLast && role === 'assistant' && at === parts.length - 1;
      if (part['type'] === 'tool_use') {
        const id = String(part['id']);
        if (known.has(id)) report('duplicate-call', index, id);
        known.add(id);
        pending.call(id, index);
        if (!isJson(part['input'])) report('arguments-shape', index, typeof part['input']);
      } else if (part['type'] === 'tool_result') {
        if (hasOther) report('result-after-text', index, String(part['tool_use_id']));
        pending.answer(String(part['tool_use_id']), index);
        checkResult(part, index, report);
      } else {
        hasOther = true;
        checkPart(part, index, report, isEnd);
      }
    }
    if (role === 'user' && hasOther) pending.close();
  }
}

function checkResult(part: Json, index: number, report: Report): void {
  const { content, is_error: hasFailed } = part;
  if (content === undefined || typeof content === 'string') return;
  if (!Array.isArray(content)) {
    report('result-shape', index, content === null ? 'null' : typeof content);
    return;
  }
  for (const inner of content) {
    if (!isJson(inner) || !RESULT_PARTS.has(inner['type'])) {
      report('result-shape', index, isJson(inner) ? `type ${String(inner['type'])}` : typeof inner);
      continue;
    }
    if (hasFailed === true && inner['type'] !== 'text') {
      report('failed-result-media', index, String(inner['type']));
    }
    checkPart(inner, index, report, false);
  }
}

function checkPart(part: Json, index: number, report: Report, isEnd: boolean): void {
  const { type, text, source } = part;
  if (type === 'text') {
    if (typeof text === 'string') checkText(text, index, report, { isLast: isEnd });
    else report('content-part', index, 'a text block without text');
  }
  if (type !== 'image' && type !== 'document') return;
  if (!isJson(source)) {
    report('content-part', index, `${type} without source`);
    return;
  }
  if (source['type'] === 'base64') {
    const { media_type: mimeType, data } = source;
    const takes = (given: string): boolean =>
      type === 'image' ? IMAGES.has(given) : given === 'application/pdf';
    checkBytes(report, index, { mimeType, data }, takes);
  } else if (source['type'] === 'url') checkAddress(report, index, source['url']);
  else if (source['type'] === 'text' && source['data'] === '') {
    report('empty-content', index, 'an empty document');
  }
}

function checkText(
  text: string,
  index: number,
  report: Report,
  { isLast }: { readonly isLast: boolean },
): void {
  if (text === '') report('empty-content', index, 'an empty text');
  else if (text.trim() === '') report('blank-text', index, 'white space only');
  else if (isLast && text !== text.trimEnd()) report('trailing-whitespace', index, 'the last text');
}
