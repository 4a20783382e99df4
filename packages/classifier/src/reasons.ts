/** Content that must stay as it is, in the order it is reported: first what the shape of a text shows, then what stands in it. */
export const HARD_REASONS = [
  'code_fence',
  'indented_code',
  'latex_math',
  'unicode_math',
  'json_structure',
  'yaml_structure',
  'verse_pattern',
  'high_line_length_variance',
  'high_special_char_ratio',
  'source_code',
  'shell_command',
  'markup',
  'markdown_table',
  'error_traceback',
  'sql_content',
  'api_key',
  'credential_assignment',
  'base64_content',
] as const;

/** Content that is worth naming and may be shortened: a summary is expected to carry it as entities. */
export const SOFT_REASONS = [
  'url',
  'email',
  'phone',
  'version_number',
  'hash_or_sha',
  'file_path',
  'ip_or_semver',
  'quoted_key',
  'legal_term',
  'direct_quote',
  'numeric_with_units',
] as const;

export type HardReason = (typeof HARD_REASONS)[number];
export type SoftReason = (typeof SOFT_REASONS)[number];
export type Reason = HardReason | SoftReason;

/** Every built-in reason, in the order of a classification. */
export const REASONS: readonly Reason[] = [...HARD_REASONS, ...SOFT_REASONS];

/** Each reason as one bit, so that a scan can hold them all in one number. */
export const FLAG: Readonly<Record<Reason, number>> = Object.fromEntries(
  REASONS.map((reason, index) => [reason, 1 << index]),
) as Record<Reason, number>;
