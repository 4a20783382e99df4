interface ViewType {
  readonly name: string;
  new (bytes: ArrayBuffer): ArrayBufferView;
}

/** Views on binary data that are restored with their type. `Buffer` is Node's: other runtimes restore it as a `Uint8Array`. */
const VIEWS: readonly ViewType[] = [
  Uint8Array,
  Uint8ClampedArray,
  Uint16Array,
  Uint32Array,
  Int8Array,
  Int16Array,
  Int32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
];

interface WithBuffer {
  readonly Buffer?: { from(buffer: ArrayBuffer): Uint8Array };
}

/** Returns the type name and the bytes of a binary value; `undefined` for other values. */
export function readBinary(
  value: object,
): { readonly name: string; readonly base64: string } | undefined {
  if (value instanceof ArrayBuffer) {
    return { name: 'ArrayBuffer', base64: toBase64(new Uint8Array(value)) };
  }
  if (!ArrayBuffer.isView(value)) return undefined;
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  const view = VIEWS.find((type) => value instanceof type);
  const isBuffer = value.constructor.name === 'Buffer';
  return {
    name: isBuffer ? 'Buffer' : (view?.name ?? 'Uint8Array'),
    base64: toBase64(bytes),
  };
}

/** Restores a value from what `readBinary` returned. Returns `undefined` for an unknown type name. */
export function makeBinary(
  name: string,
  base64: string,
): ArrayBuffer | ArrayBufferView | undefined {
  if (name === 'ArrayBuffer') return fromBase64(base64);
  if (name === 'Buffer') {
    const bytes = fromBase64(base64);
    return (globalThis as WithBuffer).Buffer?.from(bytes) ?? new Uint8Array(bytes);
  }
  const View = VIEWS.find((type) => type.name === name);
  return View === undefined ? undefined : new View(fromBase64(base64));
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  }
  return btoa(binary);
}

function fromBase64(text: string): ArrayBuffer {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes.buffer;
}
