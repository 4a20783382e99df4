import { isJson, type Json } from './rule.ts';

const TYPES = [
  'mimeType',
  'media_type',
  'mime_type',
  'mediaType',
  'contentType',
  'format',
] as const;
const BYTES = ['data', 'blob', 'file_data', 'image', 'bytes'] as const;
const DATA_ADDRESS = /data:[\w.+-]+\/[\w.+-]+;base64,([\w+/=-]*)/g;
/** Long enough that no word, id or path is taken for bytes. */
const RUN = /[\w+/-]{24,}={0,2}/g;

/** Returns the media data in messages of any format: base64 next to a media type or in a `data:` URL, also inside of JSON texts. */
export function bytesIn(root: unknown): ReadonlySet<string> {
  const bytes = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      if (value.includes(';base64,')) {
        for (const [, data] of value.matchAll(DATA_ADDRESS)) bytes.add(data!);
      }
      const inner = depth < 6 ? parsed(value) : undefined;
      if (inner !== undefined) visit(inner, depth + 1);
    } else if (Array.isArray(value)) for (const member of value) visit(member, depth);
    else if (isJson(value)) {
      for (const data of ownBytes(value)) bytes.add(data);
      for (const member of Object.values(value)) visit(member, depth);
    }
  };
  visit(root, 0);
  return bytes;
}

/** Returns what is left of attachments that were cut: bytes, and runs within the bytes, that the input does not have. */
export function cutMedia(before: unknown, after: unknown): readonly string[] {
  const given = bytesIn(before);
  const found = [...bytesIn(after)].filter((data) => !given.has(data));
  // Shorter ones look like keys and hashes in the texts around them.
  const whole = [...given].filter(({ length }) => length >= 256);
  if (whole.length === 0) return found;
  const runs = runsIn(before);
  for (const run of runsIn(after)) {
    if (!runs.has(run) && whole.some((data) => data.includes(run))) found.push(run);
  }
  return found;
}

/** Returns pieces of binary-looking text, typed or not: runs of the output within a long run of the input that is base64 by its looks. */
export function cutRuns(before: unknown, after: unknown): readonly string[] {
  const runs = runsIn(before);
  const whole = [...runs].filter((run) => run.length >= 256 && looksBinary(run));
  if (whole.length === 0) return [];
  return [...runsIn(after)].filter(
    (run) => !runs.has(run) && whole.some((data) => data.includes(run)),
  );
}

/** Capital letters, small letters and digits in its beginning, as no word, path or row of one letter has them. */
function looksBinary(run: string): boolean {
  const start = run.slice(0, 64);
  return new Set(start).size > 16 && [/[A-Z]/, /[a-z]/, /\d/].every((kind) => kind.test(start));
}

/** Every long run of base64 characters. In JSON text a quotation mark ends one as well. */
function runsIn(value: unknown): ReadonlySet<string> {
  const runs = new Set<string>();
  for (const [run] of JSON.stringify(value).matchAll(RUN)) runs.add(run);
  return runs;
}

function ownBytes(record: Json): readonly string[] {
  const isTyped = TYPES.some((name) => typeof record[name] === 'string');
  if (!isTyped) return [];
  return BYTES.flatMap((name) => {
    const data = record[name];
    const isText =
      typeof data !== 'string' || record['type'] === 'text' || data.startsWith('data:');
    // An address is no bytes, and neither is what stands for bytes that are gone.
    return isText || /^(?:[a-z]+:|\[[^\]]+\]$)/.test(data) ? [] : [data];
  });
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
