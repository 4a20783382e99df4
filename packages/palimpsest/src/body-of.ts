import { describeValue, OptionError } from '@palimpsest/core-types';
import {
  FormatError,
  parseRequestBody,
  readOverhead,
  type FormatName,
  type RequestBody as ParsedBody,
  type RequestOverhead,
} from '@palimpsest/formats';
import { checkFormat, formatOf } from './format-of.ts';

/** A request body of Anthropic, OpenAI chat, Gemini or the Responses API. Its messages are in one of these members. */
export interface RequestBody {
  /** Anthropic, OpenAI chat, and what speaks like them. */
  readonly messages?: unknown;
  /** Gemini. */
  readonly contents?: unknown;
  /** Responses API. */
  readonly input?: unknown;
}

/** A body, and how its messages and its overhead are read. */
export interface ReadBody extends ParsedBody {
  readonly format: FormatName;
  readonly overhead: RequestOverhead;
}

/**
 * Reads a request body.
 *
 * @throws {OptionError} for what is no body, and for messages of no known format
 * @throws {FormatError} for system text or tools of a wrong type, and for a body whose earlier messages the provider holds
 */
export function bodyOf(given: unknown, named: FormatName | undefined): ReadBody {
  checkFormat(named);
  const body = parseRequestBody(given, named);
  if (body === undefined) throw noBody(given);
  const format = body.format ?? formatOf(body.messages, named);
  const { serverManaged } = body;
  if (serverManaged !== undefined) {
    const seen = describeValue((given as Readonly<Record<string, unknown>>)[serverManaged]);
    throw new FormatError({
      format,
      index: -1,
      member: serverManaged,
      seen: serverManaged === 'item_reference' ? 'one in input' : seen,
      accepted: 'a body with the whole history; here the provider holds earlier messages',
    });
  }
  return { ...body, format, overhead: readOverhead(format, body) };
}

const MEMBERS = ['messages', 'contents', 'input'] as const;

/** What is wrong: a member with messages of a wrong type, or no such member at all. */
function noBody(given: unknown): OptionError {
  const fields = Object(given) as RequestBody;
  const member = MEMBERS.find((name) => Object.hasOwn(fields, name));
  if (member !== undefined && !Array.isArray(given)) {
    const text = member === 'messages' ? '' : ', or a text';
    return new OptionError(member, fields[member], `an array of messages${text}`);
  }
  return new OptionError(
    'messages',
    given,
    'an array of messages, or a request body with messages, contents or input',
  );
}
