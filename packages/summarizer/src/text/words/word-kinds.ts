import { emphasis, fillers, once } from './phrases.ts';

/** Word lists, as bits. */
export const STOP_WORD = 1;
export const STARTER = 2;
export const OPENS_EMPHASIS = 4;
export const OPENS_FILLER = 8;
export const UNIT = 16;
export const STATUS = 32;
export const NO_ABBREVIATION = 64;
export const FILE_EXTENSION = 128;

/** English words without topical content. */
const STOP_WORDS = `
  a about after again all also am an and any are as at be because been before being both but by can could did do does doing
  done down each few for from further get gets give given go goes going got had has have having he her here hers him his how i
  if in into is it its just like made make makes many may me might more most much my need needs no not now of off on once one
  only or other our out over own same say says see should since so some still such take than that the their them then there
  these they this those through to too under until up us use used uses using very want was way we well were what when where
  which while who whom whose why will with within without would yet you your two new`;

/** Sentence openers besides stop words: their capital does not mark a name. */
const STARTER_WORDS = `
  add adding additionally allow allows although always another apply are aren ask avoid based begin between bring build
  call cancel carefully change changed check checked clean click come commit compare complete completed configure confirm consider
  consequently continue convert copy could create created creating current currently debug delete deploy describe didn disable
  doesn don download during each edit either enable enabled ensure error errors even eventually every everything example execute
  expected explain extract failed fetch file files filter finally find first fix fixed follow following found furthermore
  generate getting good handle hasn haven hence hold implement implemented import improve include including increase initially
  input insert inside instead install isn issue keep last lastly later left let line list ll load log look looking main maybe
  meanwhile merge modify monitor moreover move must name neither never next nor nothing often open otherwise output overall part
  pass please possibly prefer previously print probably provide pull push put rather re read ready reduce refactor register
  release remember remove rename replace report request require required rerun reset resolve restart return returns review
  rewrite run running save search second select send set several share show shows simply skip someone something sometimes soon
  sort specify split start status step stop store submit suggest summary support sure switch tell test testing tests thank that
  therefore think third though thus today tomorrow together total track treat true try turn type unfortunately unless update
  updated upgrade upload usually validate value ve verify view wait warning watch what whenever whereas whether write wrong
  yesterday yes no ok great thanks hello hi hey important note however`;

/** Words of consonants only that are not abbreviations. */
const NO_ABBREVIATIONS = 'mrs hmm hmmm mmm shh tsk psst pst brr grr pfft zzz nth st nd rd th';

/** Units of quantities. */
const UNITS = `
  s ms ns us µs μs sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks month months year years
  b kb mb gb tb pb kib mib gib tib byte bytes bit bits kbps mbps gbps
  hz khz mhz ghz rpm fps rps qps tps px pt em rem dpi
  mm cm m km mg kg ml kw kwh mv ma k
  percent pct times attempts retries retry workers threads cores cpus gpus nodes replicas pods shards partitions instances servers
  clients hosts machines containers processes connections sessions requests queries transactions operations calls messages events
  records rows columns items entries keys objects users customers people tenants accounts errors warnings failures tests cases
  files lines words characters chars tokens pages steps iterations epochs batches samples points dollars euros usd eur gbp cny
  секунд секунды секунду сек минут минуты минуту мин час часа часов день дня дней недели недель месяц месяца месяцев год года лет
  раз раза байт кб мб гб тб мс рублей рубля руб процентов пользователей запросов ошибок строк файлов потоков узлов
  ثانية ثوان ثواني دقيقة دقائق ساعة ساعات يوم أيام أسبوع شهر أشهر سنة سنوات مرة مرات خادم خوادم مستخدم مستخدمين طلب طلبات
  sekunden minuten stunden tage wochen monate jahre segundos minutos horas días semanas meses años secondes heures jours semaines
  mois ans dias anos`;

/** File extensions. */
const FILE_EXTENSIONS = `
  ts tsx mts cts js jsx mjs cjs json jsonl json5 py pyi ipynb rs go java kt kts scala c h cc cpp hpp cs rb php swift sh bash zsh ps1
  sql yaml yml toml ini cfg conf env lock xml html htm css scss less vue svelte md mdx rst txt csv tsv log proto graphql tf gradle
  ex exs erl hs ml lua r jl dart zig svg png jpg jpeg gif webp pdf zip gz tar wasm db sqlite`;

const STATUSES = 'pass fail error warning warn';

/** Hash of the empty string. */
export const EMPTY_HASH: number = 0x811c9dc5 | 0;

/** Returns the hash after one more unit (FNV-1a), case-insensitive for ASCII. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ (unit | 0x20), 0x01000193);
}

const table = /* @__PURE__ */ once(createWordTable);

/** Returns the lists of a word by its hash. Equal hashes count as equal words; no two listed words have equal hashes. */
export function kindsOf(hash: number): number {
  return table().get(hash) ?? 0;
}

export function hashOf(units: ArrayLike<number>, start: number, end: number): number {
  let hash = EMPTY_HASH;
  for (let index = start; index < end; index++) hash = hashUnit(hash, units[index]!);
  return hash;
}

function createWordTable(): ReadonlyMap<number, number> {
  const kindsByHash = new Map<number, number>();
  const lists: readonly (readonly [kind: number, words: Iterable<string>])[] = [
    [STOP_WORD, words(STOP_WORDS)],
    [STARTER, words(STARTER_WORDS)],
    [OPENS_EMPHASIS, emphasis().keys()],
    [OPENS_FILLER, fillers().keys()],
    [UNIT, words(UNITS)],
    [STATUS, words(STATUSES)],
    [NO_ABBREVIATION, words(NO_ABBREVIATIONS)],
    [FILE_EXTENSION, words(FILE_EXTENSIONS)],
  ];
  for (const [kind, list] of lists)
    for (const word of list)
      for (const form of [word, withCapital(word)]) {
        const units = form.split('').map((unit) => unit.charCodeAt(0));
        const hash = hashOf(units, 0, units.length);
        kindsByHash.set(hash, (kindsByHash.get(hash) ?? 0) | kind);
      }
  return kindsByHash;
}

/** Returns the capitalized form. ASCII capitals are looked up in lower case; others need their own form. */
function withCapital(word: string): string {
  return word.charCodeAt(0) < 0x80 ? word : `${word[0]!.toUpperCase()}${word.slice(1)}`;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
