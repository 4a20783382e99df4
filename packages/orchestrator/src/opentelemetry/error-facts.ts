import type { Span } from '@opentelemetry/api';
import { SpanStatusCode } from '@opentelemetry/api';
import { bounded, isWord, known, word, type Facts } from './facts.ts';

/** Characters of a message, where messages are asked for. */
const LONGEST_MESSAGE = 1_000;

/** The name of an error, for `error.type`. */
export function errorType(error: unknown): string {
  const isObject = typeof error === 'object' && error !== null;
  return isObject ? word(read(error, 'name')) : typeof error;
}

/** What went wrong, without its message unless that is asked for: a provider's may quote the conversation. */
export function errorFacts(error: unknown, withMessage: boolean): Facts {
  return known({
    'error.type': errorType(error),
    'palimpsest.error.code': errorCode(error),
    'exception.message': withMessage ? errorMessage(error) : undefined,
  });
}

/** Says of a span that it ended badly. The stack is left out: it begins with the message. */
export function noteError(span: Span, error: unknown, withMessage: boolean): void {
  const name = errorType(error);
  const message = withMessage ? errorMessage(error) : undefined;
  const { 'exception.message': _message, ...facts } = errorFacts(error, false);
  span.setAttributes(facts);
  span.recordException({ name, ...(message === undefined ? {} : { message }) });
  span.setStatus({
    code: SpanStatusCode.ERROR,
    ...(message === undefined ? {} : { message }),
  });
}

/** A code of ours, or the status of an answer over HTTP. */
function errorCode(error: unknown): string | undefined {
  for (const name of ['code', 'status'] as const) {
    const value = read(error, name);
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (isWord(value)) return value;
  }
  return undefined;
}

function errorMessage(error: unknown): string | undefined {
  const message = typeof error === 'string' ? error : read(error, 'message');
  return typeof message === 'string' ? bounded(message, LONGEST_MESSAGE) : undefined;
}

function read(error: unknown, name: string): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  try {
    return Reflect.get(error, name);
  } catch {
    // A getter of somebody's error that throws says nothing.
    return undefined;
  }
}
