export interface SqlEvidence {
  /** The newest keyword in capitals, and its end. */
  previous: string;
  previousEnd: number;
  /** Whether the paragraph contains `SELECT` in capitals, and whether it contains `UPDATE`. */
  isSelecting: boolean;
  isUpdating: boolean;
  /** Whether the paragraph contains a privilege after `GRANT` or `REVOKE`. */
  isGranting: boolean;
  /** Keywords in capitals: whether there is a strong one and a weak one, and which counted ones, one bit each. */
  isStrong: boolean;
  isWeak: boolean;
  counted: number;
  countedToo: number;

  /** The statement that a line started and whose second keyword is still missing. */
  opened: '' | 'select' | 'update';
  /** Whether its columns are `*`. */
  hasStar: boolean;
  /** Whether a line started a statement, but a sign that prose does not have is still missing. */
  hasShape: boolean;
  /** Number of lines that look like parts of a definition. */
  parts: number;
}

export function newSqlEvidence(): SqlEvidence {
  return {
    previous: '',
    previousEnd: -1,
    isSelecting: false,
    isUpdating: false,
    isGranting: false,
    isStrong: false,
    isWeak: false,
    counted: 0,
    countedToo: 0,
    opened: '',
    hasStar: false,
    hasShape: false,
    parts: 0,
  };
}
