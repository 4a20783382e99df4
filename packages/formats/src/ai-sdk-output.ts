import type { ToolResponseBlock } from '@palimpsest/core-types';
import { same } from './same.ts';
import { errorText, readFailure, resultText, writeFailure } from './tool-payload.ts';
import { isObject, isRecord, listOf, textOf } from './values.ts';

/** What a tool answered, as one of: text, json, error-text, error-json, execution-denied, content. */
interface Output {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly reason?: unknown;
  readonly providerOptions?: unknown;
}

type Outcome = Pick<ToolResponseBlock, 'result' | 'error' | 'isError'>;

export interface ReadOutput {
  readonly outcome: Outcome;
  /** Elements of a content that are no texts, in their order. */
  readonly beside: readonly unknown[];
}

export function readOutput(value: unknown): ReadOutput {
  const output: Output = isRecord(value) ? value : {};
  if (output.type === 'content' && Array.isArray(output.value)) return readContent(output.value);
  return { outcome: readOutcome(value, output), beside: [] };
}

function readOutcome(value: unknown, output: Output): Outcome {
  switch (output.type) {
    case 'text':
    case 'json':
    case 'content':
      return { result: output.value };
    case 'error-text':
      return readFailure(output.value) ?? { result: output.value, isError: true };
    case 'error-json':
      return { result: output.value, isError: true };
    case 'execution-denied':
      return { result: textOf(output.reason), isError: true };
    default:
      return { result: value };
  }
}

/** The only text of a content stands for itself, several for their list. */
function readContent(content: readonly unknown[]): ReadOutput {
  const texts = content.filter(isText);
  const beside = content.filter((element) => !isText(element));
  const [only] = texts;
  return { outcome: { result: texts.length > 1 ? texts : (only?.text ?? '') }, beside };
}

/** An output that is not as it was read. `beside` is what is left of the elements that are no texts. */
export function writeOutput(
  block: ToolResponseBlock,
  value: unknown,
  beside: readonly unknown[],
): unknown {
  const output: Output = isRecord(value) ? value : {};
  const before = readOutput(value);
  if (same(outcomeOf(block), outcomeOf(before.outcome))) {
    return same(beside, before.beside) ? value : { ...output, value: remaining(output, beside) };
  }
  const kept = output.providerOptions === undefined ? {} : pick(output);
  const { result } = block;
  if (errorText(block) !== undefined) {
    return { type: 'error-text', value: writeFailure(block), ...kept };
  }
  if (block.isError === true) {
    if (output.type === 'execution-denied' && typeof result === 'string') {
      return { type: output.type, reason: result, ...kept };
    }
    if (result === undefined) return { type: 'error-text', value: writeFailure(block), ...kept };
    if (typeof result !== 'string') return { type: 'error-json', value: result, ...kept };
    const isTaken = readFailure(result) !== undefined;
    return { type: 'error-text', value: isTaken ? writeFailure(block) : result, ...kept };
  }
  const isTexts = Array.isArray(result) && result.length > 1 && result.every(isText);
  if (beside.length > 0 || isTexts) {
    const texts = isTexts ? result : [{ type: 'text', text: resultText(result) }];
    return { type: 'content', value: [...texts, ...beside], ...kept };
  }
  if (result === undefined || typeof result === 'string') {
    return { type: 'text', value: result ?? '', ...kept };
  }
  return { type: 'json', value: result, ...kept };
}

function pick({ providerOptions }: Output): object {
  return { providerOptions };
}

/** A content in its order, without the elements that are gone. */
function remaining({ value }: Output, beside: readonly unknown[]): readonly unknown[] {
  let next = 0;
  const left = listOf(value).filter((element) => {
    if (isText(element)) return true;
    if (next >= beside.length || !same(element, beside[next])) return false;
    next += 1;
    return true;
  });
  return next === beside.length ? left : [...left, ...beside.slice(next)];
}

function outcomeOf({ result, error, isError }: Outcome): readonly unknown[] {
  return [result, error, isError];
}

function isText(value: unknown): value is { readonly text: string } {
  const element: { readonly type?: unknown; readonly text?: unknown } = isObject(value)
    ? value
    : {};
  return element.type === 'text' && typeof element.text === 'string';
}
