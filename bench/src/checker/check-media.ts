import type { Report } from './rule.ts';

const TYPE = /^[a-z]+\/[\w.+*-]+$/;
const ADDRESS = /^(?:https?|gs|file|blob|s3):/;
const DATA_ADDRESS = /^data:([^;,]*)(?:;[^;,]*)*?;base64,/;

/** Reports bytes that no provider can decode. `accepted` returns whether the provider accepts a media type. */
export function checkBytes(
  report: Report,
  index: number,
  { mimeType, data }: { readonly mimeType: unknown; readonly data: unknown },
  accepted: (mimeType: string) => boolean = () => true,
): void {
  const type = typeof mimeType === 'string' ? mimeType : '';
  if (!TYPE.test(type) || !accepted(type))
    report('media-type', index, `media of type "${type.slice(0, 60)}"`);
  if (typeof data !== 'string' || !isBase64(data)) {
    report('media-bytes', index, `bytes are ${shown(data)}`);
  }
}

/** Reports a media address that is neither a location nor valid bytes. */
export function checkAddress(
  report: Report,
  index: number,
  address: unknown,
  accepted?: (mimeType: string) => boolean,
): void {
  const text = typeof address === 'string' ? address : '';
  if (ADDRESS.test(text)) return;
  const head = DATA_ADDRESS.exec(text.slice(0, 300));
  if (head === null) report('media-bytes', index, `the address is ${shown(address)}`);
  else checkBytes(report, index, { mimeType: head[1], data: text.slice(head[0].length) }, accepted);
}

export function isImageType(mimeType: string): boolean {
  return mimeType.startsWith('image/');
}

/** Returns whether data is base64: standard or URL-safe alphabet, padding only at the end, a decodable length. */
function isBase64(data: string): boolean {
  return data !== '' && data.replace(/=+$/, '').length % 4 !== 1 && /^[\w+/-]+={0,2}$/.test(data);
}

function shown(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return value.length <= 60 ? `"${value}"` : `"${value.slice(0, 30)}…${value.slice(-30)}"`;
}
