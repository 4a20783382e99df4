interface SqlWord {
  readonly name: string;
  /** One bit per counted keyword, in one of two numbers; 0 in both for others. */
  readonly counted: number;
  readonly countedToo: number;
  /** Whether the keyword alone is sufficient. */
  readonly isStrong?: boolean;
  /** Whether three keywords are sufficient if this is one of them. */
  readonly isWeak?: boolean;
  /** Keywords that form a phrase with this one directly after them. */
  readonly after?: readonly string[];
  /** Whether the phrase starts a statement; otherwise it is a clause, and strong. */
  readonly isStatement?: boolean;
  /** Whether it is a privilege that `GRANT` and `REVOKE` accept. */
  readonly isPrivilege?: boolean;
}

const STRONG = 'VARCHAR INTEGER BOOLEAN CONSTRAINT CASCADE RETURNING UPSERT TRUNCATE';
const WEAK =
  'WHERE JOIN HAVING UNION DISTINCT OFFSET VALUES MERGE GRANT REVOKE CURSOR DECLARE PROCEDURE TRIGGER';
const COUNTED =
  'SELECT FROM INSERT UPDATE DELETE CREATE ALTER DROP TABLE INDEX INTO SET LIMIT VIEW SCHEMA FETCH';
/** Parts of phrases, which do not count alone. */
const PARTS =
  'GROUP ORDER BY PRIMARY FOREIGN KEY NOT NULL ON CONFLICT WITH RECURSIVE LEFT RIGHT INNER OUTER FULL CROSS DATABASE UNIQUE SEQUENCE ALL USAGE EXECUTE CONNECT REFERENCES';

const PRIVILEGES: ReadonlySet<string> = new Set(
  'SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER CREATE CONNECT EXECUTE USAGE ALL'.split(
    ' ',
  ),
);

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
    'INDEX VIEW SCHEMA DATABASE TRIGGER PROCEDURE UNIQUE SEQUENCE'
      .split(' ')
      .map((name) => [name, { after: ['CREATE', 'ALTER', 'DROP'], isStatement: true }]),
  ),
  TABLE: { after: ['CREATE', 'ALTER', 'DROP', 'TRUNCATE'], isStatement: true },
};

/** The keywords, by name in capitals. */
export const SQL_WORDS: ReadonlyMap<string, SqlWord> = new Map(
  [
    ...words(STRONG, { isStrong: true }),
    ...words(WEAK, { isWeak: true }),
    ...words(COUNTED, {}),
    ...words(PARTS, { counted: 0, countedToo: 0 }),
  ].map((word, index) => [
    word.name,
    {
      ...bits(index),
      ...word,
      ...PHRASES[word.name],
      isPrivilege: PRIVILEGES.has(word.name),
    },
  ]),
);

function words(names: string, rest: Partial<SqlWord>): (Partial<SqlWord> & { name: string })[] {
  return names.split(' ').map((name) => ({ name, ...rest }));
}

function bits(index: number): { counted: number; countedToo: number } {
  return index < 30
    ? { counted: 1 << index, countedToo: 0 }
    : { counted: 0, countedToo: 1 << (index - 30) };
}
