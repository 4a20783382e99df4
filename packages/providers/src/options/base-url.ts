import { ProviderOptionError } from '../provider-option-error.ts';

/** Addresses that HTTP can ask. What is seen is not shown: it may hold a password. */
export function readBaseUrl(text: string): URL {
  const url = parse(text);
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    const accepted = 'a whole address, such as https://example.org/v1';
    throw new ProviderOptionError('baseUrl', 'a text that is none', accepted);
  }
  if (url.username !== '' || url.password !== '') {
    const accepted = 'one without them; send them with `apiKey` or `headers`';
    throw new ProviderOptionError('baseUrl', 'an address with a user or a password', accepted);
  }
  url.hash = '';
  return url;
}

/** The address of a method below a base address, whose query stays. */
export function methodUrl(base: URL, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(base);
  let end = url.pathname.length;
  while (end > 0 && url.pathname[end - 1] === '/') end -= 1;
  url.pathname = `${url.pathname.slice(0, end)}${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** An address as it may be shown: no user, no password, no query. */
export function shownUrl({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
