import type { IContent } from '@palimpsest/core-types';
import { getCodec, readOverhead, type FormatName, type RequestBody } from '@palimpsest/formats';
import { groupResultsWithCalls, repairHistory } from '@palimpsest/engine/history';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';

/** A session as it was read from a file. */
export interface Session {
  readonly id: string;
  readonly format: FormatName;
  readonly messages: readonly unknown[];
  /** The request body that the messages are of. Its system text and tools count towards tokens and targets. */
  readonly body?: RequestBody | undefined;
}

/**
 * Reads a session as `compress` reads it: repaired, with each result directly after its call. Returns also the tokens of the body's
 * system text and tools.
 *
 * @throws {FormatError} for a message that is not of its format, or an invalid system prompt or tool definition
 */
export function readSession(session: Session): {
  readonly history: readonly IContent[];
  readonly overhead: number;
} {
  const { format, messages } = session;
  const repaired = repairHistory(getCodec(format).decode(messages));
  const { history } = format === 'icontent' ? repaired : groupResultsWithCalls(repaired.history);
  const { system, tools } = countOverhead(session);
  return { history, overhead: system + tools };
}

/** Estimates the tokens of a body's system text and tools. Messages alone have none. */
export function countOverhead({ format, body }: Pick<Session, 'format' | 'body'>): {
  readonly system: number;
  readonly tools: number;
} {
  if (body === undefined) return { system: 0, tools: 0 };
  const { system, tools } = readOverhead(format, body);
  return { system: estimateEntryTokens(system), tools: estimateEntryTokens(tools) };
}
