import { classifyText } from '@palimpsest/summarizer/classify';
import { expect, test } from 'vitest';

const isSql = (text: string) => classifyText(text).reasons.includes('sql_content');
/** Classifies the words in a sentence of small letters, so that the text is not in capitals. */
const says = (words: string) => isSql(`so there is, as they say, ${words} in the text`);

const STRONG = 'VARCHAR INTEGER BOOLEAN CONSTRAINT CASCADE RETURNING UPSERT TRUNCATE'.split(' ');
const WEAK =
  'WHERE JOIN HAVING UNION DISTINCT OFFSET VALUES MERGE GRANT REVOKE CURSOR DECLARE PROCEDURE TRIGGER'.split(
    ' ',
  );
const COUNTED =
  'SELECT FROM INSERT UPDATE DELETE CREATE ALTER DROP TABLE INDEX INTO SET LIMIT VIEW SCHEMA FETCH'.split(
    ' ',
  );
const PARTS =
  'GROUP ORDER BY PRIMARY FOREIGN KEY NOT NULL ON CONFLICT WITH RECURSIVE LEFT RIGHT INNER OUTER FULL CROSS DATABASE UNIQUE'.split(
    ' ',
  );

test.each(STRONG)('%s alone is SQL', (word) => {
  expect(says(word)).toBe(true);
  expect(says(`a${word}`)).toBe(false);
  expect(says(`${word}s`)).toBe(false);
  expect(says(word.toLowerCase())).toBe(false);
});

test.each(WEAK)('%s is SQL together with two other keywords', (word) => {
  const other = word === 'UNION' ? 'HAVING' : 'UNION';
  expect(says(`${word}, ${other}`)).toBe(false);
  expect(says(`${word}, ${word}, ${other}, ${other}`)).toBe(false);
  expect(says(`${word}, LIMIT, FETCH`)).toBe(true);
});

test.each(COUNTED)('%s is SQL only together with two other keywords, one of them weak', (word) => {
  const [one, two] = ['LIMIT', 'FETCH', 'VIEW'].filter((other) => other !== word);
  expect(says(`${word}, ${one}, ${two}`)).toBe(false);
  expect(says(`${word}, ${one}, OFFSET`)).toBe(true);
  expect(says(`${word}, OFFSET`)).toBe(false);
});

test.each(PARTS)('%s does not count as a keyword', (word) => {
  expect(says(word)).toBe(false);
  expect(says(`${word}, OFFSET, UNION`)).toBe(false);
});

test.each(
  'GROUP BY,ORDER BY,PRIMARY KEY,FOREIGN KEY,NOT NULL,ON CONFLICT,WITH RECURSIVE,LEFT JOIN,RIGHT JOIN,INNER JOIN,OUTER JOIN,FULL JOIN,CROSS JOIN,INSERT INTO,MERGE INTO,DELETE FROM'.split(
    ',',
  ),
)('the phrase %s alone is SQL', (phrase) => {
  const [first, second] = phrase.split(' ');
  expect(says(phrase)).toBe(true);
  expect(says(`${first}  ${second}`)).toBe(false);
  expect(says(`${first}, ${second}`)).toBe(false);
  expect(says(`${first}-${second}`)).toBe(false);
  expect(says(`${second} ${first}`)).toBe(false);
  expect(says(`${first} x ${second}`)).toBe(false);
});

test.each(['CREATE', 'ALTER', 'DROP'])(
  '%s followed by the type of a database object is SQL',
  (verb) => {
    for (const noun of 'TABLE INDEX VIEW SCHEMA DATABASE TRIGGER PROCEDURE UNIQUE'.split(' ')) {
      expect(says(`${verb} ${noun}`)).toBe(true);
      expect(says(`${verb}, ${noun}`)).toBe(false);
    }
    expect(says(`${verb} LIMIT`)).toBe(false);
  },
);

test('in a text of capitals, statements count as SQL, but clauses do not', () => {
  expect(isSql('PLEASE DO DROP TABLE DOORS NOW')).toBe(true);
  expect(isSql('PLEASE DO INSERT INTO IT NOW')).toBe(true);
  expect(isSql('PLEASE DO GROUP BY NAME NOW')).toBe(false);
  expect(isSql('SELECT THE BEST FROM THE REST')).toBe(true);
  expect(isSql('UPDATE IT AND SET IT')).toBe(true);
});

test.each([
  'TRUNCATE TABLE DOORS CASCADE;',
  'TRUNCATE TABLE DOORS, WINDOWS\nRESTART IDENTITY',
  'TRUNCATE DOORS CASCADE;',
  'GRANT SELECT, INSERT ON DOORS TO CLERK;',
  'GRANT ALL PRIVILEGES ON DATABASE HOUSE TO OWNER',
  'GRANT USAGE ON SCHEMA HOUSE TO CLERK',
  'GRANT EXECUTE ON FUNCTION OPEN TO CLERK',
  'GRANT ADMIN TO BOB;',
  'GRANT ADMIN, CLERK TO BOB, "ANN" WITH ADMIN OPTION;',
  'REVOKE ALL ON DOORS FROM PUBLIC',
  'REVOKE CLERK FROM BOB;',
  'CREATE SEQUENCE DOOR_SEQ START WITH 1',
  'ALTER SEQUENCE DOOR_SEQ RESTART;',
  'DROP SEQUENCE DOOR_SEQ;',
  'grant select on doors to clerk;',
  'revoke all on doors from clerk;',
  'truncate table doors;',
  'truncate doors cascade;',
  'create sequence door_seq start 1;',
])('detects a script of privileges, sequences or truncation: %j', (text) => {
  expect(isSql(text)).toBe(true);
});

test.each([
  'PLEASE GRANT ME ACCESS TO THE DOOR. REVOKE THE OLD KEY FROM BOB, TRUNCATE THE LIST.',
  'GRANT ALL OF US A PAUSE.\n\nTHEN GO ON.',
  'CREATE A SEQUENCE OF STEPS, AND A TABLE TO TRUNCATE',
  'GRANT ME THE KEY;',
  'Grant access on Monday to the team;',
  'grant it to him;',
  'truncate the table;',
  'truncate it;',
])('ignores the words of such scripts in prose: %j', (text) => {
  expect(isSql(text)).toBe(false);
});

test.each([
  ['half of the words in capitals', 'please READ the PRIMARY KEY now', true],
  ['one letter is no word', 'A B C D E F G PRIMARY KEY of it all', true],
  ['a word of capitals and others is none of capitals', 'ReadMe ABc ABCd PRIMARY KEY of', true],
  ['digits and underscores make a word another', 'ID_1 ID_2 ID_3 PRIMARY KEY of', true],
  ['more than half', 'PLEASE NOW the PRIMARY KEY of', false],
])('decides whether a text is written in capitals: %s', (_, text, expected) => {
  expect(isSql(text)).toBe(expected);
});

test.each([
  'SELECT a, b and FROM',
  'SELECT the name\nFROM here',
  'SELECT, then INSERT, then FROM',
  'UPDATE it, SET it',
])('a statement in capitals does not span paragraphs: %j', (words) => {
  expect(says(words)).toBe(true);
  expect(says(words.replace(/(?:, |\n| and )/, '\n\n'))).toBe(false);
});

test.each(['FROM it, SELECT it', 'SET it, UPDATE it', 'SELECT it, SET it', 'UPDATE it, FROM it'])(
  'ignores keywords in the wrong order: %s',
  (words) => {
    expect(says(words)).toBe(false);
  },
);

test.each([
  'insert into a (b',
  'merge into a = b',
  'delete from a where b = c',
  'update doors set a = b',
  'update doors d set a = b',
  'create table a (',
  'create or replace view a;',
  'create unique index a;',
  'create temp table a;',
  'create temporary table a;',
  'alter table a;',
  'alter role a;',
  'drop table a;',
  'drop index a;',
  'drop view a;',
  'drop schema a;',
  'drop database a;',
  'drop trigger a;',
  'drop procedure a;',
  'drop function a;',
  'drop type a;',
  'drop user a;',
  'CREATE OR REPLACE FUNCTION a;',
  'Insert Into a = b',
  'select a\nfrom b;',
  'select distinct a from b;',
  'select * from b',
  'select distinct * from b',
  'select d.* from b',
  'select count(*) from b',
  'SELECT * from b',
  'Select * From b',
  'update b\nset c = d',
  'update b d\nset c = d',
  '- delete from a;',
  '1. drop table a;',
  'select a\nand b\nfrom c\nwhere d = e',
  'insert into a\nvalues (1);',
  'insert into a\nvalues 1, 2, 3\n;',
  'insert into a\nof it (',
])('detects a statement in small letters with a sign of code: %j', (text) => {
  expect(isSql(text.replace('(b', '(b,\nc = d'))).toBe(true);
});

test.each([
  'insert into a',
  'insert it into a;',
  'merge it into a;',
  'delete it from a;',
  'update the doors set a;',
  'update a door set a;',
  'update your doors set a;',
  'update our doors set a;',
  'update its doors set a;',
  'update doors and set a;',
  'update doors or set a;',
  'update doors to set a;',
  'update doors of it set a;',
  'update doors;',
  'create a table;',
  'create tables;',
  'create new table a;',
  'drop the table;',
  'drop it;',
  'so drop table a;',
  'selected a from b;',
  'select a of b;',
  'select a afrom b;',
  'select 5 * 5 from b',
  'select a * from b',
  'select (a) from b',
  'select a\n\nfrom b;',
  'select a.\nfrom b;',
  'select a\nand setting b;',
  'update b\nthen set c = d',
  'update b\nsettle c = d',
  'update b c d\nset c = d',
  'insert into a.\nvalues (1);',
  'insert into a\n\nvalues (1);',
  'so insert into a;',
  'select * of b\nset it',
  'update b of it\nset c = d',
])('ignores text that is not such a statement: %j', (text) => {
  expect(isSql(text)).toBe(false);
});

test.each([
  'a varchar(9),\nb varchar(9),',
  'upsert(\nof it\nupsert(',
  'primary key (a),\nforeign key (b),',
  'a int not null;\non conflict;',
  'with recursive (\na not null,',
  'a not null,\n\nb not null,',
  'a Not Null,\nb NOT null,',
])('detects two parts of a definition in continued lines: %j', (text) => {
  expect(isSql(text)).toBe(true);
});

test.each([
  'a varchar(9),',
  'a varchar(9)\nb varchar(9)',
  'avarchar,\nbvarchar,',
  'varchars,\nvarchars,',
  'it is not a null,\nit is not a null,',
  'upsert.\nupsert.',
  `${'a'.repeat(4_000)} upsert(\nupsert(`,
])('ignores lines that are not such parts: %j', (text) => {
  expect(isSql(text)).toBe(false);
});
