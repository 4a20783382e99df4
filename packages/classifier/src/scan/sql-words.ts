interface SqlWord {
  readonly name: string;
  /** One bit in one of two numbers for each word that counts. */
  readonly counted: number;
  readonly countedToo: number;
  /** Alone enough. */
  readonly isStrong?: boolean;
  /** Makes three words enough. */
  readonly isWeak?: boolean;
  /** Words it makes a phrase with when it stands right behind them. */
  readonly after?: readonly string[];
  /** The phrase starts a statement; otherwise it is a clause, and strong. */
  readonly isStatement?: boolean;
}

const STRONG = 'VARCHAR INTEGER BOOLEAN CONSTRAINT CASCADE RETURNING UPSERT TRUNCATE';
const WEAK =
  'WHERE JOIN HAVING UNION DISTINCT OFFSET VALUES MERGE GRANT REVOKE CURSOR DECLARE PROCEDURE TRIGGER';
const COUNTED =
  'SELECT FROM INSERT UPDATE DELETE CREATE ALTER DROP TABLE INDEX INTO SET LIMIT VIEW SCHEMA FETCH';
/** Parts of phrases, which count for nothing alone. */
const PARTS =
  'GROUP ORDER BY PRIMARY FOREIGN KEY NOT NULL ON CONFLICT WITH RECURSIVE LEFT RIGHT INNER OUTER FULL CROSS DATABASE UNIQUE';

const PHRASES: Readonly<Record<string, Pick<SqlWord, 'after' | 'isStatement'>>> = {
  BY: { after: ['GROUP', 'ORDER'] },
  KEY: { after: ['PRIMARY', 'FOREIGN'] },
  NULL: { after: ['NOT'] },
  CONFLICT: { after: ['ON'] },
  RECURSIVE: { after: ['WITH'] },
  JOIN: { after: ['LEFT', 'RIGHT', 'INNER', 'OUTER', 'FULL', 'CROSS'] },
  INTO: { after: ['INSERT', 'MERGE'], isStatement: true },
  FROM: { after: ['DELETE'], isStatement: true },
  ...Object.fromEntries(
    ['TABLE', 'INDEX', 'VIEW', 'SCHEMA', 'DATABASE', 'TRIGGER', 'PROCEDURE', 'UNIQUE'].map(
      (name) => [name, { after: ['CREATE', 'ALTER', 'DROP'], isStatement: true }],
    ),
  ),
};

/** The keywords, by their name in capitals. */
export const SQL_WORDS: ReadonlyMap<string, SqlWord> = new Map(
  [
    ...words(STRONG, { isStrong: true }),
    ...words(WEAK, { isWeak: true }),
    ...words(COUNTED, {}),
    ...words(PARTS, { counted: 0, countedToo: 0 }),
  ].map((word, index) => [word.name, { ...bits(index), ...word, ...PHRASES[word.name] }]),
);

function words(names: string, rest: Partial<SqlWord>): (Partial<SqlWord> & { name: string })[] {
  return names.split(' ').map((name) => ({ name, ...rest }));
}

function bits(index: number): { counted: number; countedToo: number } {
  return index < 30
    ? { counted: 1 << index, countedToo: 0 }
    : { counted: 0, countedToo: 1 << (index - 30) };
}
