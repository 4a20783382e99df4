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
/** Minimum length at which no word, id or path is mistaken for base64. */
const RUN = /[\w+/-]{24,}={0,2}/g;

/** Returns the media data in messages of any format: base64 next to a media type or in a `data:` URL, also inside JSON texts. */
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

/** Returns fragments of truncated attachments: data, and runs inside the input's data, that the input does not contain. */
export function cutMedia(before: unknown, after: unknown): readonly string[] {
  const given = bytesIn(before);
  const found = [...bytesIn(after)].filter((data) => !given.has(data));
  // Shorter data looks like keys and hashes in the surrounding text.
  const long = [...given].filter(({ length }) => length >= 256);
  if (long.length === 0) return found;
  const short = [...given].filter(({ length }) => length < 256);
  const runs = runsIn(before);
  for (const run of runsIn(after)) {
    // Attachments of one kind begin alike, so a run may be of a shorter one.
    const holds = (data: string): boolean => data.includes(run);
    if (!runs.has(run) && long.some(holds) && !short.some(holds)) found.push(run);
  }
  return found;
}

/** Returns fragments of binary-looking text, typed or not: output runs inside a long input run that looks like base64. */
export function cutRuns(before: unknown, after: unknown): readonly string[] {
  const runs = runsIn(before);
  const whole = [...runs].filter((run) => run.length >= 256 && looksBinary(run));
  if (whole.length === 0) return [];
  return [...runsIn(after)].filter(
    (run) => !runs.has(run) && whole.some((data) => data.includes(run)),
  );
}

/**
 * Returns whether a run starts with upper and lower case letters and digits, and many different ones: words, paths and repeated letters do not.
 */
function looksBinary(run: string): boolean {
  const start = run.slice(0, 64);
  return new Set(start).size > 16 && [/[A-Z]/, /[a-z]/, /\d/].every((kind) => kind.test(start));
}

/** Returns every long run of base64 characters. In JSON text, a quotation mark also ends one. */
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
    // An address is not data, nor is a placeholder for removed data.
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
