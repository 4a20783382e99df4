import { fieldsOf } from '@palimpsest/adapter';
import { headerOf, type HeaderLines } from './exchange.ts';
import { withoutCacheMarks } from './recall/cache-marks.ts';

/** Headers in which agents name their session. */
const SESSION_HEADERS = [
  'x-claude-code-session-id',
  'x-session-id',
  'session-id',
  'session_id',
  'thread-id',
];

const AGENT_HEADER = 'x-claude-code-agent-id';

/**
 * Names the session of a request: by a header, or by the first message of the user, which stays while a conversation grows. Conversations of one
 * session can recall what was removed from each other.
 */
export async function nameSession(
  headers: HeaderLines,
  upstream: string,
  messages: readonly unknown[],
): Promise<{ readonly session: string; readonly conversation?: string | undefined }> {
  const named = SESSION_HEADERS.map((name) => headerOf(headers, name)).find((id) => id);
  if (named !== undefined) {
    const session = `${upstream} ${await digestOf(named)}`;
    return { session, conversation: headerOf(headers, AGENT_HEADER) };
  }
  const first = messages.map(fieldsOf).find(({ role }) => role === 'user');
  const said = JSON.stringify(withoutCacheMarks(first?.['content'] ?? first?.['parts'] ?? ''));
  return { session: `${upstream} ${await digestOf(said)}` };
}

/** Returns 32 hexadecimal digits of the SHA-256 of a text. */
export async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const digits = Array.from(new Uint8Array(bytes).subarray(0, 16), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return digits.join('');
}
