import { extractEntities } from '@palimpsest/summarizer';
import { expect, test } from 'vitest';

test.each<[string, readonly string[]]>([
  ['we met Maria Anna Sophia Louise Berta there', ['Maria Anna Sophia Louise', 'Berta']],
  ['we met Maria, Anna there', ['Maria', 'Anna']],
  ['we met Maria-Anna there', ['Maria-Anna']],
  ['we met Maria  Anna there', ['Maria']],
  ['we met Maria and Anna there', ['Maria', 'Anna']],
  ['we met X there', []],
  ['we met Xu there', ['Xu']],
  ['we met Dr. Smith there', ['Dr', 'Smith']],
  ['we said: Smith it is', []],
  ['we said (Smith) it is', []],
  ['we said (so) Smith it is', ['Smith']],
  ['we said, Smith it is', ['Smith']],
  ['we said 7 Smith it is', ['Smith']],
  ['we said é Smith it is', ['Smith']],
  ['we said "Smith it is', []],
  ['we said "so" Smith it is', []],
  ['Smith Jones it is', ['Smith Jones']],
  ['SMITH it is', ['SMITH']],
  ['we met BOB LEE there', ['BOB LEE']],
  ['we met BOB LEE ANN there', []],
  ['we met Bob LEE ANN there', ['Bob LEE ANN']],
  ['it is WebSocket Maria there', ['WebSocket Maria']],
  ['it is WebSocket there, WebSocket', ['WebSocket']],
  ['it is Error there', []],
  ['Green it is. Green it was.', ['Green']],
  ['Green it is. So Green was it.', ['Green']],
  ['we met Maria,Anna there', ['Maria']],
  ['we met Maria/Anna there', ['Maria/Anna']],
])('capital words: %j', (text, names) => {
  expect(extractEntities(text)).toEqual(names);
});

test.each<[string, readonly string[]]>([
  ['it read aB', ['aB']],
  ['it read aBc', ['aBc']],
  ['it read McGill', ['McGill']],
  ['it read OAuth', ['OAuth']],
  ['it read PDFs', ['PDFs']],
  ['it read APIs', ['APIs']],
  ['it read Paris', ['Paris']],
  ['it read HTTPServer', ['HTTPServer']],
  ['it read iOS', ['iOS']],
  ['it read a_b', ['a_b']],
  ['it read _a', []],
  ['it read a_', []],
  ['it read __a__', []],
  ['it read _a_b', ['_a_b']],
  ['it read a__b', ['a__b']],
  ['it read 1_0', []],
  ['it read a_1', ['a_1']],
  ['it read A_B', ['A_B']],
  ['it read é_é', ['é_é']],
  ['it read npm', ['npm']],
  ['it read np', []],
  ['it read np7', []],
  ['it read nap', []],
  ['it read nyp', []],
  ['it read npm/it', []],
  ['it read it/npm', []],
  ['it read npm.it', []],
  ['it read it.npm', []],
  ['it read npm. It', ['npm']],
  ['it read npm: it', ['npm']],
  ['it read npm://it', []],
  [String.raw`it read npm\it`, []],
  [String.raw`it read it\npm`, []],
  ['it read npm /it', ['npm']],
  ['it met Mrs', ['Mrs']],
  ['it read _1_0', []],
  ['it read _1_a', ['_1_a']],
])('identifiers and abbreviations: %j', (text, names) => {
  expect(extractEntities(text)).toEqual(names);
});

test.each<[string, readonly string[]]>([
  ['see a/b/c it', ['a/b/c']],
  ['see a/b it', []],
  ['see /a/b it', ['/a/b']],
  ['see /a it', []],
  ['see ./a it', []],
  ['see ./a/b it', ['./a/b']],
  ['see ../a/b it', ['../a/b']],
  ['see ~/a/b it', ['~/a/b']],
  ['see http://a.b/c it', ['http://a.b/c']],
  ['see https://a.b/c it', ['https://a.b/c']],
  [String.raw`see a\b\c it`, [String.raw`a\b\c`]],
  [String.raw`see \a\b it`, [String.raw`\a\b`]],
  ['see a.ts it', ['a.ts']],
  ['see a.b.ts it', ['a.b.ts']],
  ['see a-b.ts it', ['a-b.ts']],
  ['see a/b.ts it', ['a/b.ts']],
  ['see a.ts. It', ['a.ts']],
  ['see a.ts/ it', ['a.ts']],
  ['see .a.ts it', ['.a.ts']],
  ['see .git/a/b it', ['.git/a/b']],
  ['see x.git/a/b it', ['x.git/a/b']],
  ['see a.unheard it', []],
  ['see a.unheardofatall it', []],
  ['see a-b it', []],
  ['see a..b it', []],
  ['see v1.2 it', ['v1.2']],
  ['see V1.2.3 it', ['V1.2.3']],
  ['see v1 it', []],
  ['see v1-2 it', []],
  ['see w1.2 it', []],
  ['see v1.2x it', []],
  ['see v1.2345678901234 it', ['v1.2345678901234']],
  ['see v1.23456789012345 it', ['23456789012345']],
  ['see 2024-05-01 it', ['2024-05-01']],
  ['see 2024-5-1 it', ['2024-5-1']],
  ['see 24-5-1 it', []],
  ['see 01/05/24 it', ['01/05/24']],
  ['see 2024-0501 it', []],
  ['see 20-24-05-01 it', []],
  ['see a.b.q it', []],
  ['see a-b-c it', []],
  ['see a/ts it', []],
  ['see a-ts it', []],
  ['see, a/b/c it', ['a/b/c']],
  ['see /1.5/a it', ['/1.5/a']],
  [String.raw`see \1.5\a it`, [String.raw`\1.5\a`]],
  [String.raw`see \.e\f it`, [String.raw`\.e\f`]],
])('paths, versions and dates: %j', (text, names) => {
  expect(extractEntities(text)).toEqual(names);
});

test.each<[string, readonly string[]]>([
  ['it was 1.2.3 so', ['1.2.3']],
  ['it was 1.2 so', []],
  ['it was 1,2,3 so', []],
  ['it was 1.2. so', []],
  ['it was 12345 so', ['12345']],
  ['it was 1234 so', []],
  ['it was 12.345 so', []],
  ['it was 12,345 so', []],
  ['it was 123456789012345678901234 so', ['123456789012345678901234']],
  ['it was 1.2.345678901234567890 so', ['1.2.345678901234567890']],
  ['it was 1.2.3456789012345678901 so', ['1.2.3456789012345678901']],
  ['it was 1.2.34567890123456789012 so', ['1.2.34567890123456789012']],
  ['it was 1.2.345678901234567890123 so', []],
  ['it was utf-12345 so', []],
  ['it was 43948cde so', []],
  ['it was 59455-c198393 so', ['59455']],
  ['it was 7-12345 so', ['12345']],
  ['it was -12345 so', ['12345']],
  ['it was $5 so', ['$5']],
  ['it was €5 so', ['€5']],
  ['it was £5 so', ['£5']],
  ['it was ¥5 so', ['¥5']],
  ['it was ₹5 so', ['₹5']],
  ['it was ₽5 so', ['₽5']],
  ['it was ￥5 so', ['￥5']],
  ['it was #5 so', []],
  ['it was 5% so', ['5%']],
  ['it was 5 % so', ['5 %']],
  ['it was 5  % so', []],
  ['it was 5％ so', ['5％']],
  ['it was 5‰ so', ['5‰']],
  ['it was 5° so', ['5°']],
  ['it was 5℃ so', ['5℃']],
  ['it was 5§ so', []],
  ['it was $5% so', ['$5%']],
  ['it was 5 seconds so', ['5 seconds']],
  ['it was 5-second so', ['5-second']],
  ['it was 5\u00a0seconds so', ['5\u00a0seconds']],
  ['it was 5, seconds so', []],
  ['it was 5/seconds so', []],
  ['it was 5  seconds so', []],
  ['it was 5 of seconds so', []],
  ['it was seconds so', []],
  ['it was 5s so', ['5s']],
  ['it was 5 s so', []],
  ['it was 5ms so', ['5ms']],
  ['it was 5 ms so', ['5 ms']],
  ['it was 1.5 GB so', ['1.5 GB']],
  ['it was 5\nseconds so', []],
  ['it was 12.345,67 so', []],
  ['it was 1,000 ms so', ['1,000 ms']],
  ['it was 1,000.5 ms so', ['1,000.5 ms']],
  ['a-12345 it was so', []],
])('numbers: %j', (text, names) => {
  expect(extractEntities(text)).toEqual(names);
});

test.each<[string, readonly string[]]>([
  ['it `is so` now', ['is so']],
  ['it “is so” now', ['is so']],
  ['it «is so» now', ['is so']],
  ['它《是这样》了', ['是这样']],
  ['它「是这样」了', ['是这样']],
  ['它『是这样』了', ['是这样']],
  ['it `is so now', []],
  ['it `i` now', []],
  ['it ` is` now', []],
  ['it `is ` now', []],
  ['it `--` now', []],
  ['it `` now', []],
  ['it “is so» now', []],
  ['it “is “so” now', ['so']],
  [`it “${'a '.repeat(19)}aa” now`, [`${'a '.repeat(19)}aa`]],
  [`it “${'a '.repeat(19)}aaa” now`, []],
  [`it \`${'a '.repeat(19)}aaa\` now`, []],
  ['it `is so`. Now `it is` so', ['is so', 'it is']],
  ['it `is. So` it is', []],
  [`it \`${'a '.repeat(30)}\` and \`so it\` now`, ['so it']],
  ['it `b c`d e`f g` now', ['b c', 'f g']],
  ['it «is. So» it is', []],
  ['it 1-2 now, then `1-2`', ['1-2']],
])('terms in quotes: %j', (text, names) => {
  expect(extractEntities(text)).toEqual(names);
});

test.each<[string, readonly string[]]>([
  ['我们用docker部署', ['docker']],
  ['我们用 docker 部署', ['docker']],
  ['我们用 docker, 部署', ['docker']],
  ['我们用, docker, 部署', []],
  ['我们用x部署', []],
  ['我们用error部署', []],
  ['サーバーを', ['サーバー']],
  ['サバを', []],
  ['を サーバー を クライアント', ['クライアント', 'サーバー']],
  ['サーバー', ['サーバー']],
  ['有3个人', ['3个']],
  ['有 3 个人', ['3 个']],
  ['有3山', []],
  ['docker部署好了', ['docker']],
  ['我们用,docker', []],
  ['サーバを', ['サーバ']],
  ['そのサバを', []],
])('amid Han and kana: %j', (text, names) => {
  expect(extractEntities(text).toSorted()).toEqual([...names].toSorted());
});

test.each<[string, number, readonly string[]]>([
  ['so aB, cD, eF, aB, cD, aB', 2, ['aB', 'cD']],
  ['so npm, aB, npm, npm', 9, ['npm', 'aB']],
  ['so npm, aB, npm', 9, ['aB', 'npm']],
  ['so npm, npm, npm, npm, npm, ssh, ssh, ssh, ssh', 1, ['npm']],
  ['so GitHub, GitHub, GitHub, and GitHub Actions', 1, ['GitHub']],
  ['so aB, aB, cD, cD, and aB cD it is', 9, ['aB', 'cD']],
  ['Green it is. So Green was it, so npm, npm', 9, ['Green', 'npm']],
  ['So we saw Green. Green it is, so npm, npm', 9, ['Green', 'npm']],
  ['we met Maria and Maria Sanchez there', 1, ['Maria Sanchez']],
  ['so npm, ssh, and `npm or ssh`', 9, ['npm or ssh']],
])('the most telling first: %j, %d of them', (text, limit, names) => {
  expect(extractEntities(text, { limit })).toEqual(names);
});

test.each(
  'ms secs minutes hours days gb kib bytes mbps ghz fps tps rps px kg percent times retries threads nodes connections requests users customers tokens dollars eur секунд узлов ثانية ساعات خادم minuten segundos heures'.split(
    ' ',
  ),
)('numbers count %s', (unit) => {
  expect(extractEntities(`it was 5 ${unit} so`)).toEqual([`5 ${unit}`]);
  expect(extractEntities(`it was 5 ${unit}z so`)).not.toContain(`5 ${unit}z`);
});

test.each(
  'ts tsx mjs json jsonl py rs go java cs cpp rb sh sql yaml toml conf lock html css md txt csv log png pdf zip db'.split(
    ' ',
  ),
)('files end in .%s', (extension) => {
  expect(extractEntities(`see a.${extension} it`)).toEqual([`a.${extension}`]);
  expect(extractEntities(`see a.${extension}q it`)).toEqual([]);
});

test.each(
  'This The Apply Based Found Hasn Please Re Something Test Total Check However Important Thanks Must Yes Note'.split(
    ' ',
  ),
)('%s is no name, wherever it stands', (word) => {
  expect(extractEntities(`it went on, ${word} it did, ${word}`)).toEqual([]);
});

test.each(['a', 'z', 'A', 'Z', '0', '9', ',', ')', 'é'])(
  'a capital behind %j and a space is a name',
  (sign) => {
    expect(extractEntities(`we said ${sign} Smith it is`)).toEqual(['Smith']);
  },
);

test.each(['`', '{', '[', '/', ':', '(', '"', '-'])(
  'one behind %j and a space may be none',
  (sign) => {
    expect(extractEntities(`we said ${sign} Smith it is`)).toEqual([]);
  },
);

test('treats any capitalized word outside the word lists as a name', () => {
  const endings = 'bdfgklmnprst'.split('');
  for (const first of 'BDFGJKLMNPQRSTVWXZ')
    for (const second of endings)
      for (const third of endings) {
        const word = `${first}o${second}u${third}ax`;
        expect(extractEntities(`we met ${word} there`)).toEqual([word]);
      }
});

test('accepts names of up to 100 UTF-16 units', () => {
  expect(extractEntities(`it was ${'aB'.repeat(50)}`)).toHaveLength(1);
  expect(extractEntities(`it was ${'aB'.repeat(50)}c`)).toEqual([]);
});
