import { ProviderOptionError } from '../provider-option-error.ts';
import { isFields } from '../values.ts';
import { kindOf } from './check-options.ts';

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers of the caller's own. Their values are never shown. */
export function readHeaders(value: unknown): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  if (!isFields(value)) throw new ProviderOptionError('headers', kindOf(value), 'an object');
  const headers: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    if (!NAME.test(name)) {
      const accepted = 'names of letters, digits and hyphens';
      throw new ProviderOptionError('headers', 'a name that HTTP does not know', accepted);
    }
    if (typeof text !== 'string') {
      throw new ProviderOptionError(`headers.${name}`, kindOf(text), 'a text');
    }
    headers[name] = headerValue(`headers.${name}`, text);
  }
  return headers;
}

/** A text that HTTP can carry; without the white space around it, as servers read it. */
export function headerValue(option: string, text: string): string {
  const value = text.trim();
  if (VALUE.test(value)) return value;
  const accepted = 'one line of characters up to U+00FF';
  throw new ProviderOptionError(option, 'a text with a character no header carries', accepted);
}
