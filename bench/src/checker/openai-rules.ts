import { checkAddress, checkBytes, isImageType } from './check-media.ts';
import { PendingCalls } from './pending-calls.ts';
import { isJson, objectsOf, type Json, type Report } from './rule.ts';

const ROLES = new Set<unknown>(['system', 'developer', 'user', 'assistant', 'tool', 'function']);
const SAYS = ['refusal', 'audio', 'reasoning_content', 'reasoning', 'function_call'] as const;

/** Checks chat completions (platform.openai.com/docs/api-reference/chat/create). */
export function checkChat(messages: readonly Json[], report: Report): void {
  const pending = new PendingCalls(report);
  for (const [index, message] of messages.entries()) {
    const { role, content } = message;
    if (!ROLES.has(role)) report('role', index, String(role));
    const calls = objectsOf(message['tool_calls']);
    if (role === 'tool') {
      pending.answer(String(message['tool_call_id']), index);
      checkToolContent(content, index, report);
      continue;
    }
    if (role === 'function') continue;
    pending.close();
    for (const call of calls) {
      pending.call(String(call['id']), index);
      const called = isJson(call['function']) ? call['function'] : undefined;
      if (called !== undefined && typeof called['arguments'] !== 'string') {
        report('arguments-shape', index, typeof called['arguments']);
      }
    }
    const isSilent = content === undefined || content === null || content === '';
    const hasOther = SAYS.some((name) => (message[name] ?? null) !== null);
    // An empty text is accepted in an assistant message; absent content is not.
    const isMissing = role === 'assistant' ? (content ?? null) === null : isSilent;
    if (isMissing && calls.length === 0 && !hasOther) report('empty-content', index, String(role));
    if (Array.isArray(content) && content.length === 0)
      report('empty-content', index, String(role));
    for (const part of objectsOf(content)) checkPart(part, index, report);
  }
}

function checkToolContent(content: unknown, index: number, report: Report): void {
  if (typeof content === 'string') return;
  if (!Array.isArray(content) || content.length === 0) {
    report('result-shape', index, content === null ? 'null' : typeof content);
    return;
  }
  for (const part of content) {
    const isText = isJson(part) && part['type'] === 'text' && typeof part['text'] === 'string';
    if (!isText)
      report(
        'result-shape',
        index,
        `a part of type ${isJson(part) ? String(part['type']) : typeof part}`,
      );
    if (isJson(part)) checkPart(part, index, report);
  }
}

function checkPart(part: Json, index: number, report: Report): void {
  const { type, image_url: image, input_audio: audio, file } = part;
  if (type === 'image_url') {
    const address = isJson(image) ? image['url'] : image;
    checkAddress(report, index, address, isImageType);
  } else if (type === 'input_audio' && isJson(audio)) {
    const mimeType = `audio/${String(audio['format'])}`;
    checkBytes(report, index, { mimeType, data: audio['data'] });
  } else if (type === 'file' && isJson(file) && file['file_data'] !== undefined) {
    checkAddress(report, index, file['file_data']);
  } else if (type === 'text' && typeof part['text'] !== 'string') {
    report('content-part', index, 'a text part without text');
  }
}
