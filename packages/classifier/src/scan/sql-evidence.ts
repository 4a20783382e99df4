export interface SqlEvidence {
  /** The newest keyword in capitals. */
  previous: string;
  previousEnd: number;
  /** `SELECT` or `UPDATE` in capitals was seen since the paragraph began. */
  isSelecting: boolean;
  isUpdating: boolean;
  /** A privilege behind `GRANT` or `REVOKE` was. */
  isGranting: boolean;
  /** In capitals: a strong keyword, a weak one, and the different ones that count, one bit each. */
  isStrong: boolean;
  isWeak: boolean;
  counted: number;
  countedToo: number;

  /** A line of small letters starts a `select` or an `update` whose second word is still to come. */
  opened: '' | 'select' | 'update';
  /** Its columns are all columns: `*`. */
  hasStar: boolean;
  /** A statement of small letters stands at the start of a line; a sign that prose does not have is missing. */
  hasShape: boolean;
  /** Lines that look like parts of a definition. */
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
