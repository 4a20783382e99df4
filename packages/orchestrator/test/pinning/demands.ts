import type { RequirementLevel } from '@palimpsest/directives';

/** Directives in eleven languages, with their level. */
export const DEMANDS: readonly (readonly [force: RequirementLevel, text: string])[] = [
  ['must-not', 'Never push to the release branch.'],
  ['must-not', 'Do not touch anything under third_party/.'],
  ['must-not', "Don't add new packages."],
  ['must-not', 'You must not log the names of patients.'],
  ['must-not', 'Please avoid singletons.'],
  ['must-not', 'Stop renaming my variables.'],
  ['must-not', 'Under no circumstances drop the audit table.'],
  ['must-not', 'No new files, please.'],
  ['must-not', "You can't call the payment service in tests."],
  ['must-not', 'The private key may never leave the server.'],
  ['must-not', 'I do not want you to change the wire format.'],
  ['must', 'Always format the code before you commit.'],
  ['must', 'You must keep Python 3.9 working.'],
  ['must', 'Make sure that every route has a test.'],
  ['must', 'Ensure the container stays under 200 MB.'],
  ['must', 'You have to ask me before you restart the cluster.'],
  ['must', 'Remember to bump the schema version.'],
  ['must', 'The report must fit on one page.'],
  ['must', "Don't forget to release the lock."],
  ['must', 'Be sure to validate the token.'],
  ['only', 'Only change files in lib/parser.'],
  ['only', 'Use nothing but the standard library.'],
  ['only', 'At most two retries.'],
  ['only', 'Deploy only after I have agreed.'],
  ['should', 'The sidebar should be on the right.'],
  ['should', 'You should write the docs first.'],
  ['prefer', 'I prefer short functions.'],
  ['prefer', "I'd rather have a single config file."],
  ['must-not', 'Lösche niemals die Kundendaten.'],
  ['must', 'Du musst vor jedem Commit den Linter laufen lassen.'],
  ['only', 'Ändere nur die Dateien im Ordner kern.'],
  ['must-not', 'Ne modifie jamais la table des comptes.'],
  ['must', 'Il faut toujours vérifier les droits.'],
  ['must-not', 'No borres nunca los respaldos.'],
  ['must', 'Debes ejecutar los ejemplos antes de terminar.'],
  ['must-not', 'Nunca altere o arquivo de produção.'],
  ['must-not', 'Non cancellare mai i registri.'],
  ['must-not', 'Никогда не удаляй журналы.'],
  ['must', 'Обязательно запускай проверки.'],
  ['must-not', '不要修改接口的名称。'],
  ['must', '必须先备份再迁移。'],
  ['only', '只修改设置页面。'],
  ['must-not', '顧客データは絶対に削除しないでください。'],
  ['must', '必ず変更履歴を更新してください。'],
  ['must-not', '절대 운영 서버에 배포하지 마세요.'],
  ['must-not', 'Gebruik nooit de echte klantgegevens.'],
];

const BINDING: ReadonlySet<RequirementLevel> = new Set(['must-not', 'must', 'only']);

/** The binding directives, which notes and pins keep by default. */
export const BINDING_DEMANDS: readonly string[] = DEMANDS.filter(([force]) =>
  BINDING.has(force),
).map(([, text]) => text);
