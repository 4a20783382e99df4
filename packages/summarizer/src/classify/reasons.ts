/** Reasons that a text must stay unchanged, in report order: first those from its shape, then those from its content. */
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

/** Reasons that are reported but allow shortening: a summary should contain them as entities. */
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
type SoftReason = (typeof SOFT_REASONS)[number];
export type Reason = HardReason | SoftReason;

/** All built-in reasons, in report order. */
export const REASONS: readonly Reason[] = [...HARD_REASONS, ...SOFT_REASONS];

/** One bit per reason, so that one number can hold all reasons of a scan. */
export const FLAG: Readonly<Record<Reason, number>> = Object.fromEntries(
  REASONS.map((reason, index) => [reason, 1 << index]),
) as Record<Reason, number>;
