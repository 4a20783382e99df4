import { isRecord } from './is-record.ts';
import { isBlockList, resultParts } from './result-parts.ts';

/**
 * Returns the text of a result that is only one text: a string, a list of one text, or a record around one. Summary lines of results have this
 * form.
 */
export function soleText(result: unknown): string | undefined {
  if (typeof result === 'string') return result;
  const [part, ...others] = resultParts(result);
  return part?.type === 'text' && others.length === 0 ? part.text : undefined;
}

/** Members that hold the output of a tool, most likely first. */
const OUTPUT_MEMBERS = [
  'output',
  'content',
  'text',
  'stdout',
  'result',
  'llmContent',
  'message',
] as const;

/** Returns a result of the same kind with only one text: a string, a list of one text, or a record with one member. */
export function withSoleText(result: unknown, text: string): unknown {
  if (Array.isArray(result)) return [isBlockList(result) ? { type: 'text', text } : text];
  return isRecord(result) && !ArrayBuffer.isView(result) ? { [outputKey(result)]: text } : text;
}

function outputKey(record: Readonly<Record<string, unknown>>): string {
  // The name of this member reports that the call failed.
  const { error } = record;
  if (typeof error === 'string' && error.trim() !== '') return 'error';
  const texts = Object.keys(record).filter((key) => typeof record[key] === 'string');
  if (texts.length === 1) return texts[0]!;
  return OUTPUT_MEMBERS.find((key) => texts.includes(key)) ?? 'output';
}
