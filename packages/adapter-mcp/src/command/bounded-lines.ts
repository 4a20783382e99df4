import { Transform, type TransformCallback } from 'node:stream';

/** Maximum size of a request in bytes, with its line break. The transport of the SDK has the same limit and closes silently above it. */
const MAX_REQUEST_BYTES = 10 * 1_024 * 1_024;

const LF = 0x0a;
/** Number of bytes at each end of an oversized request that are searched for its id. */
const END_BYTES = 1_024;

const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,200}")`;
const OTHER_MEMBERS = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,200}"`;
const ID_AT_START = new RegExp(String.raw`^\s*\{\s*(?:${OTHER_MEMBERS}\s*,\s*)*${ID}\s*,`);
const ID_AT_END = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${OTHER_MEMBERS}\s*)*\}\s*$`);

/**
 * Creates a stream that passes on whole lines of at most `MAX_REQUEST_BYTES`. It keeps only both ends of a longer line, and passes the
 * JSON-RPC error for it to `onTooLong`; the lines that follow are passed on as usual. A last line without a line break is dropped.
 */
export function createBoundedLines(onTooLong: (response: string) => void): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    length += part.length;
    parts.push(part);
    if (length <= MAX_REQUEST_BYTES || parts.length < 3) return;
    const [first, ...rest] = parts;
    const last = rest.at(-1)!.length < END_BYTES ? Buffer.concat(rest.slice(-2)) : rest.at(-1)!;
    parts = [Buffer.from(first!.subarray(0, END_BYTES)), Buffer.from(last.subarray(-END_BYTES))];
  };
  const end = (lines: Transform): void => {
    const line = Buffer.concat(parts);
    if (length <= MAX_REQUEST_BYTES) lines.push(line);
    else onTooLong(formatTooLongError(line, length));
    parts = [];
    length = 0;
  };
  return new Transform({
    // Lets the reader receive each line in one piece.
    readableHighWaterMark: MAX_REQUEST_BYTES,
    transform(this: Transform, chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      let start = 0;
      for (let lf = chunk.indexOf(LF); lf >= 0; lf = chunk.indexOf(LF, start)) {
        add(chunk.subarray(start, lf + 1));
        end(this);
        start = lf + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
      done();
    },
  });
}

/** Returns the error response to a request from its two ends. Its id is that of the request; `null` if neither end has it. */
function formatTooLongError(line: Buffer, length: number): string {
  const id =
    ID_AT_START.exec(line.toString('utf8', 0, END_BYTES))?.[1] ??
    ID_AT_END.exec(line.subarray(-END_BYTES).toString())?.[1];
  const error = {
    code: -32_600,
    message: `Request: expected at most ${MAX_REQUEST_BYTES} bytes, got ${length}.`,
  };
  return `{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${JSON.stringify(error)}}\n`;
}
