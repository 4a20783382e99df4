/** First characters of common files in base64. */
const SIGNATURES: readonly (readonly [start: string, mimeType: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi', 'application/pdf'],
];

/** Returns the MIME type by the first characters of a base64 text. */
export function typeOfBase64(data: string): string | undefined {
  return SIGNATURES.find(([start]) => data.startsWith(start))?.[1];
}

/** Size of the decoded content, and width and height of a PNG or GIF file. */
export interface DecodedProperties {
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
}

/** Reads the properties of the content of a base64 text. */
export function decodeProperties(data: string): DecodedProperties {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const bytes = Math.max(0, Math.floor((data.length * 3) / 4) - padding);
  return { bytes, ...dimensionsOfBase64(data) };
}

/** Base64 characters that contain the header of a PNG or GIF file. */
const HEADER_LENGTH = 32;

function dimensionsOfBase64(data: string): { width: number; height: number } | undefined {
  const type = typeOfBase64(data);
  if (data.length < HEADER_LENGTH || (type !== 'image/png' && type !== 'image/gif'))
    return undefined;
  let header: string;
  try {
    header = atob(data.slice(0, HEADER_LENGTH));
  } catch {
    return undefined;
  }
  const byte = (at: number): number => header.charCodeAt(at);
  const [width, height] =
    type === 'image/png'
      ? [byte(18) * 256 + byte(19), byte(22) * 256 + byte(23)]
      : [byte(7) * 256 + byte(6), byte(9) * 256 + byte(8)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
