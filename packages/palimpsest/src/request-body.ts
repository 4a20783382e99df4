import { describeValue, OptionError } from '@palimpsest/core-types';
import {
  FormatError,
  parseRequestBody,
  readOverhead,
  type FormatName,
  type RequestBody as ParsedBody,
  type RequestOverhead,
} from '@palimpsest/formats';
import { checkFormat, resolveFormat } from './resolve-format.ts';

/** A request body of Anthropic, OpenAI chat, Gemini or the Responses API. One of these members holds its messages. */
export interface RequestBody {
  /** Anthropic, OpenAI chat and compatible APIs. */
  readonly messages?: unknown;
  /** Gemini. */
  readonly contents?: unknown;
  /** Responses API. */
  readonly input?: unknown;
}

/** A request body with its parsed messages and overhead. */
interface ReadBody extends ParsedBody {
  readonly format: FormatName;
  readonly overhead: RequestOverhead;
}

/**
 * Parses a request body.
 *
 * @throws {OptionError} when the value is not a request body, or its messages have no known format
 * @throws {FormatError} when the system text or tools have a wrong type, or the provider stores earlier messages (server-managed)
 */
export function readBody(received: unknown, named: FormatName | undefined): ReadBody {
  checkFormat(named);
  const body = parseRequestBody(received, named);
  if (body === undefined) throw createNoBodyError(received);
  const format = body.format ?? resolveFormat(body.messages, named);
  const { serverManagedBy } = body;
  if (serverManagedBy !== undefined) {
    const seen = describeValue((received as Readonly<Record<string, unknown>>)[serverManagedBy]);
    throw new FormatError({
      format,
      index: -1,
      member: serverManagedBy,
      seen: serverManagedBy === 'item_reference' ? 'one in input' : seen,
      accepted: 'a body with the whole history; here the provider holds earlier messages',
    });
  }
  return { ...body, format, overhead: readOverhead(format, body) };
}

const MEMBERS = ['messages', 'contents', 'input'] as const;

/** Returns the error for a body whose messages are missing or have a wrong type. */
function createNoBodyError(received: unknown): OptionError {
  const fields = Object(received) as RequestBody;
  const member = MEMBERS.find((name) => Object.hasOwn(fields, name));
  if (member !== undefined && !Array.isArray(received)) {
    const text = member === 'messages' ? '' : ', or a text';
    return new OptionError(member, fields[member], `an array of messages${text}`);
  }
  return new OptionError(
    'messages',
    received,
    'an array of messages, or a request body with messages, contents or input',
  );
}
