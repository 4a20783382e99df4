import type { Comparison } from './comparison.ts';
import { showBidi } from './show-bidi.ts';

const SLOT = '<!--data-->';

/**
 * Returns one self-contained HTML page that shows a comparison. It loads nothing and runs offline.
 *
 * @param page the text of `@palimpsest/report/report.html`
 * @throws {TypeError} for a page without a place for data
 */
export async function writeReport(comparison: Comparison, page: string): Promise<string> {
  const parts = page.split(SLOT);
  const [head, tail] = parts;
  if (head === undefined || tail === undefined || parts.length > 2) {
    throw new TypeError(
      `The page: expected the text of report.html with one ${SLOT}, got ${parts.length - 1} of them.`,
    );
  }
  const data = await compressText(writeLines(comparison));
  // A browser parses a script without a pause, so the data is in several.
  const scripts = data.map(
    (part) => `<script type="application/octet-stream" class="data">${part}</script>`,
  );
  return [head, ...scripts, tail].join('');
}

/**
 * Returns a comparison as lines of JSON: all of it without the texts of its entries, then the texts of each entry. The page parses texts only
 * when it shows them.
 */
function writeLines({ entries, ...session }: Comparison): string {
  const overview = {
    ...session,
    entries: entries.map((entry) => ({ ...entry, texts: undefined })),
  };
  return [overview, ...entries.map(({ texts }) => texts)]
    .map((part) => showBidi(JSON.stringify(part)))
    .join('\n');
}

/** Bytes in one part of the data. Divisible by 3: no padding inside. */
const PART = 0x3_00_00;

/** Bytes that are encoded at once; a part has a whole number of them. */
const CHUNK = 0x60_00;

/** Returns a text as deflated bytes, in parts that are base64 each. */
async function compressText(text: string): Promise<string[]> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART) {
    parts.push(encodeBase64(bytes.subarray(at, at + PART)));
  }
  return parts;
}

function encodeBase64(bytes: Uint8Array): string {
  const encoded: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    encoded.push(btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK))));
  }
  return encoded.join('');
}
