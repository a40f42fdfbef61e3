import type { PageWords } from './page-words.ts'

export const japanese: PageWords = {
  allMonths: 'すべての月',
  months: '月',
  earlierPage: '前へ',
  laterPage: '次へ',
  page: '{page}ページ目',
  search: {
    label: 'すべてのメッセージを検索',
    typeMore: '2文字以上入力してください。',
    progress: '{month}を検索中…',
    results: '検索結果：{count}件',
    noResults: '「{query}」の検索結果はありません。',
    more: 'もっと見る',
    unreadable: '{file}を読み込めません。このフォルダのファイルはすべて一緒に保管してください。',
    needsScript: '検索にはJavaScriptが必要です。それ以外はJavaScriptなしで使えます。',
  },
  missing: {
    title: '欠落',
    ofMonth: '欠落あり',
    nothing: '欠落は確認されていません。',
    why: {
      'bot-added': 'Innkeeperがトークに参加していませんでした。',
      'backup-on': 'バックアップがオフでした。',
      enabled: 'チャンネルが無効でした。',
      'events-missed': 'プラットフォームが一部のメッセージを届けられませんでした。',
    },
    messages: 'エクスポート中に送信が取り消されたか期限が切れたため、含まれていないメッセージ：{count}件',
    gone: 'エクスポートの開始後に送信が取り消されたか期限が切れたメッセージ：{count}件。その後にダウンロードした月には含まれていません。',
    files: '読み込めず、含まれていないファイル：{count}件',
  },
  limits: {
    title: 'エクスポートの範囲',
    days: '期間：{from} – {to}',
    sender: '1人のメッセージのみ',
    own: 'エクスポートした本人のメッセージのみ',
    type: '次の種類のみ：{type}',
    noFiles: '写真とファイルなし',
  },
  howTo: {
    title: '見かた',
    lines: [
      '月を選んでください。写真を選ぶと元のサイズで、返信を選ぶと返信先のメッセージが表示されます。',
      'このフォルダのファイルはすべて一緒に保管してください。ZIPファイルの場合は、先に展開してください。',
      'インターネット接続は不要で、外部から何も読み込みません。メッセージ内のリンクは、選んだときだけ開きます。',
    ],
  },
  file: {
    lost: '保存できませんでした',
    pending: 'まだダウンロードされていません',
    inFolder: 'フォルダ内：{path}',
    notInPage: 'このページには含まれていません',
  },
  picturesLeftOut:
    'ページが大きくなりすぎるため省略した写真と動画：{count}件。複数ページのフォルダとしてエクスポートすると、すべて表示されます。',
  map: '地図で表示',
  readMe: [
    'このフォルダには「{name}」のトークが入っています。',
    '1. ZIPファイルの場合は、先に展開してください。ファイルはすべて一緒に保管してください。',
    '2. index.htmlをブラウザで開いてください。インターネット接続は不要です。',
    '名前が「manifest」で始まるファイルに、すべてのファイルとSHA-256チェックサムの一覧があります。',
  ],
}
