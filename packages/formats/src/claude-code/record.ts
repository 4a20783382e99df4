import type { AnthropicMessage } from '../anthropic/table.ts';
import { isObject } from '../framework/values.ts';

/** One line of a Claude Code session log. */
export interface ClaudeCodeRecord {
  readonly type?: unknown;
  readonly uuid?: unknown;
  readonly parentUuid?: unknown;
  readonly logicalParentUuid?: unknown;
  readonly sessionId?: unknown;
  readonly timestamp?: unknown;
  readonly isSidechain?: unknown;
  readonly isMeta?: unknown;
  readonly isCompactSummary?: unknown;
  readonly message?: unknown;
  readonly toolUseResult?: unknown;
  readonly [member: string]: unknown;
}

interface LoggedMessage extends AnthropicMessage {
  readonly id?: unknown;
  readonly model?: unknown;
  readonly usage?: unknown;
}

export function messageOf(record: ClaudeCodeRecord): LoggedMessage {
  return isObject(record.message) ? { role: '', ...record.message } : { role: '' };
}
