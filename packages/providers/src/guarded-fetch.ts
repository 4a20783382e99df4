import { ResponseError } from './to-provider-error.ts';

/** Maximum size of a response: a summary has some thousand bytes, the stream of its events some hundred thousand. */
const MAX_BYTES = 16 * 1_048_576;
/** Maximum size of the body of a failed request, which explains the failure. */
const MAX_ERROR_BODY_BYTES = 65_536;

/**
 * A `fetch` for the provider packages of the AI SDK. It follows no redirect, which would take the API key to another host, and rejects web
 * pages and responses of more than 16 MiB.
 *
 * @throws {ResponseError} which `fromLanguageModel` turns into a `ProviderError`
 */
export const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { ok, status, statusText, headers, body, type } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status <= 399)) {
    await body?.cancel();
    const event = 'redirects, which is not followed: use the final URL';
    throw new ResponseError({ code: 'HTTP_STATUS', event, isTransient: false, status });
  }
  if (ok && headers.get('content-type')?.startsWith('text/html') === true) {
    await body?.cancel();
    throw createMalformedError('sent a web page');
  }
  const limited = body?.pipeThrough(limitBytes(ok));
  return new Response(limited ?? null, { status, statusText, headers });
};

/** Passes on bytes up to a limit: the body of a failed request is truncated there, a response fails. */
function limitBytes(isResponse: boolean): TransformStream<Uint8Array, Uint8Array> {
  let left = isResponse ? MAX_BYTES : MAX_ERROR_BODY_BYTES;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left >= 0) controller.enqueue(chunk);
      else if (isResponse)
        controller.error(createMalformedError(`sent more than ${MAX_BYTES} bytes`));
      else {
        controller.enqueue(chunk.subarray(0, left));
        controller.terminate();
      }
    },
  });
}

function createMalformedError(event: string): ResponseError {
  return new ResponseError({ code: 'BAD_STREAM', event, isTransient: false });
}
