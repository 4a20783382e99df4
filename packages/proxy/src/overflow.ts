import { defined } from '@palimpsest/core-types';

/** What an error response says about a request that did not fit. Token counts are the provider's. */
export interface Overflow {
  /** Tokens of the rejected request. */
  readonly sent?: number;
  /** Maximum number of tokens of a request. */
  readonly limit?: number;
}

/** Error texts of the providers, with the tokens sent, those of the output in them, and the limit. */
const TEXTS: readonly RegExp[] = [
  /prompt is too long: (?<sent>\d+) tokens > (?<limit>\d+)/,
  /input length and `max_tokens` exceed context limit: (?<sent>\d+) \+ \d+ > (?<limit>\d+)/,
  /maximum (?:context|prompt) length is (?<limit>\d+)[^"]*?(?:resulted in|request has|contains) (?<sent>\d+)/,
  /maximum context length is (?<limit>\d+)[^"]*?requested (?:about )?(?<sent>\d+) tokens(?: \([^)"]{0,99}?(?<output>\d{1,9}) in the (?:output|completion)\))?/,
  /passed (?<sent>\d+) input tokens[^"]*?context length is only (?<limit>\d+)/,
  /input token count \(?(?<sent>\d+)\)? exceeds the maximum number of tokens allowed \(?(?<limit>\d+)/,
  /request \((?<sent>\d+) tokens\) exceeds the available context size \((?<limit>\d+) tokens\)/,
  /^(?=[^]*"n_prompt_tokens":\s*(?<sent>\d+))(?=[^]*"n_ctx":\s*(?<limit>\d+))/,
  /maximum (?:context|prompt) length is (?<limit>\d+)/,
  /exceed_context_size_error|exceeds the available context size|[Ii]nput is too long for requested model/,
  /prompt is too long|context_length_exceeded|exceeds the (?:model's )?context window|exceeds the maximum number of tokens/,
];

/** Reads an error response. Returns `undefined` for any other error than a request that is too long. */
export function readOverflow(status: number, text: string): Overflow | undefined {
  if (status !== 400 && status !== 413) return undefined;
  for (const pattern of TEXTS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const { sent, output = 0, limit } = found.groups ?? {};
    return defined({
      sent: sent === undefined ? undefined : Number(sent) - Number(output),
      limit: limit === undefined ? undefined : Number(limit),
    });
  }
  return status === 413 ? {} : undefined;
}
