/** Reasons that are reported but allow shortening: a summary should name what they find. */
export const SOFT_REASONS: Readonly<Record<string, RegExp>> = {
  url: /https?:\/\/\S/i,
  email: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2}/i,
  phone: /(?<![\d.-])(?:\(\d{3}\) ?|\d{3}[-.\s]?)\d{3}[-.\s]?\d{4}(?![\d-])/,
  version_number: /\bv\d+\.\d+|\bversion\s+\d/i,
  hash_or_sha: /(?<![0-9a-z])[0-9a-f]{40,64}(?![0-9a-z])/i,
  file_path: /(?:\/[\w.-]+){2}/,
  ip_or_semver: /(?<![\w.])\d+(?:\.\d+){1,5}\b/,
  quoted_key: /"[^"\n]{3,80}"\s?[,:]/,
  legal_term: /\b(?:shall|may not|notwithstanding|whereas|hereby)\b/i,
  direct_quote: /["\u201c][^"\u201c\u201d\n]{10,300}["\u201d]/,
  numeric_with_units:
    /(?<![\w.])\d+(?:\.\d+)?\s?(?:km|m|kg|s|°C|°F|Hz|MHz|GHz|ms|µs|ns|MB|GB|TB)\b/i,
};
