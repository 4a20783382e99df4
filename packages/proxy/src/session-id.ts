import { fieldsOf } from '@palimpsest/adapter';
import { messageDigest } from '@palimpsest/originals/sessions';
import { headerOf, type ProxyRequest } from './http-messages.ts';
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

/** Headers with credentials. Gemini also takes a key in the query. */
const CREDENTIAL_HEADERS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'];

/**
 * Names the session of a request: by a header, or by its credentials and the first message of the user, which stay while a conversation grows.
 * The system prompt is not part of it, because agents change it: a session with another name would forget what was sent. For the same reason,
 * neither are credentials where there is a header, because agents with a login renew them.
 *
 * The name guards nothing: conversations of one session get back only what their own messages prove to be theirs. Credentials are in it so that
 * people with the same first message do not share limits and figures. It is one digest of both, so that it does not tell whether two sessions have
 * the same key. Who can try a key against it can try it against the provider: keys of providers cannot be guessed.
 */
export function nameSession(
  { headers, target }: Pick<ProxyRequest, 'headers' | 'target'>,
  upstream: string,
  messages: readonly unknown[],
): { readonly session: string; readonly conversation?: string | undefined } {
  const named = SESSION_HEADERS.map((name) => headerOf(headers, name)).find((id) => id);
  if (named !== undefined) {
    const session = `${upstream} ${messageDigest(named)}`;
    return { session, conversation: headerOf(headers, AGENT_HEADER) };
  }
  const credentials = CREDENTIAL_HEADERS.map((name) => headerOf(headers, name) ?? '');
  const key = new URLSearchParams(target.split('?')[1]).get('key') ?? '';
  const first = messages.map(fieldsOf).find(({ role }) => role === 'user');
  const said = withoutCacheMarks(first?.['content'] ?? first?.['parts'] ?? '');
  return { session: `${upstream} ${messageDigest([credentials, key, said])}` };
}
