/** Returns a string that cannot be predicted. */
export type RandomStringSource = () => string;

/** Returns 16 hexadecimal digits from the platform's random number generator. */
export const randomHexString: RandomStringSource = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * Returns a string that occurs in none of the texts, so that it can mark the end of a quotation of them. If the texts have the string that the
 * source draws, random digits follow it.
 */
export function createDelimiter(texts: readonly string[], draw: RandomStringSource): string {
  let drawn = draw();
  while (drawn === '' || texts.some((text) => text.includes(drawn))) drawn += randomHexString();
  return drawn;
}
