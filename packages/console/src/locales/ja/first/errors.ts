import type { Words } from '../../en.ts'
import type { Translated } from '../../translated.ts'

export const errors: Translated<Words['errors']> = {
  kinds: {
    forbidden: {
      title: 'このチャンネルは開けません',
      text: '権限がないか、すでに存在しません。見られるはずの場合は、チャンネルの管理者に尋ねてください。',
    },
    denied: {
      title: 'この操作は許可されていません',
      text: '役割またはキーの権限が足りません。チャンネルのオーナーに相談してください。',
    },
    'not-subscribed': {
      title: 'このチャンネルのバックアップはオフです',
      text: 'チャンネルを開き直すとオンにできます。',
    },
    'signed-out': {
      title: 'サインインが終了しました',
      text: 'もう一度サインインすると、元の場所から続けられます。',
    },
    'cross-site': {
      title: 'このページからの操作と確認できませんでした',
      text: 'サービスに設定されたアドレスでコンソールを開き、もう一度お試しください。',
    },
    'not-found': { title: 'ここには何もありません', text: 'アドレスが間違っているか、リンク先がなくなっています。' },
    'message-not-found': {
      title: 'このメッセージはもうありません',
      text: '送信取り消し、消去、または期限切れか、このチャンネルのものではありません。',
    },
    'changed-meanwhile': {
      title: 'ほかの人が先に変更しました',
      text: '何も上書きされていません。今の内容を確認してから、もう一度変更してください。',
    },
    'owner-role-fixed': {
      title: 'オーナーの役割は変更できません',
      text: 'オーナーがほかの人にチャンネルを引き継ぐと変わります。',
    },
    'link-not-valid': {
      title: 'このリンクはもう使えません',
      text: 'リンクは 15 分以内に 1 回だけ使えます。新しいリンクを取得してください。',
    },
    'member-not-found': {
      title: 'この人はここにいません',
      text: 'このチャンネルでは知られていないか、データが消去されています。',
    },
    'rule-not-found': { title: 'このルールはもうありません', text: '誰かがその間に削除しました。' },
    'version-not-found': { title: 'この版はもうありません', text: '保存されるのは新しい版だけです。' },
    'key-not-found': { title: 'このキーはもうありません', text: 'すでに失効しているか、期限が切れています。' },
    'sign-in-not-found': { title: 'このサインインはもうありません', text: 'すでに終了しています。' },
    'job-not-found': { title: 'このジョブはもうありません', text: 'その間に完了したか、取り除かれました。' },
    'media-not-available-yet': {
      title: 'このファイルはまだ届いていません',
      text: 'チャットから自動で届きます。少し待ってからもう一度お試しください。',
    },
    'media-lost': { title: 'このファイルは失われました', text: '取得したときには、チャットに残っていませんでした。' },
    'no-preview': { title: 'このファイルにはプレビューがありません', text: 'ダウンロードはできます。' },
    'too-many': { title: 'リクエストが多すぎます', text_other: '{{count}} 秒後にもう一度お試しください。' },
    invalid: { title: '受け付けられませんでした', text: '{{sentence}}' },
    server: {
      title: 'サービスで問題が発生しました',
      text: 'もう一度お試しください。続く場合は運用者に知らせてください。',
    },
    'membership-unconfirmed': {
      title: 'チャットの参加状況を確認しています',
      text: 'ボットがしばらくチャットを離れていました。少し待ってからもう一度お試しください。',
    },
    unavailable: {
      title: 'サービスが今は応答できません',
      text: '起動中か、混み合っている可能性があります。しばらくしてからお試しください。',
    },
    network: { title: 'サービスに接続できません', text: '接続を確認してください。' },
    bug: {
      title: 'ページでエラーが起きました',
      text: 'こちら側の不具合です。再読み込みしてください。データは無事です。',
    },
  },
  values: {
    empty: '空にはできません。',
    missing: '入力されていません。',
    longest_other: '{{count}} 文字までです。',
    shortest_other: '{{count}} 文字以上にしてください。',
    mostItems_other: '{{count}} 件までです。',
    leastItems_other: '{{count}} 件以上必要です。',
    between: '{{least}} から {{most}} までの整数にしてください。',
    most: '{{limit}} 以下にしてください。',
    least: '{{limit}} 以上にしてください。',
    oneOf: '次のいずれかにしてください: {{choices}}',
    day: '実在する日付にしてください。',
    moment: '日付と時刻を入力してください。',
    clock: '00:00 から 23:59 までの時刻にしてください。',
    zone: 'Asia/Tokyo のようなタイムゾーンにしてください。',
    address: 'https:// で始まるアドレスにしてください。',
    future: '未来の日時にしてください。',
    order: '開始日は終了日より後にできません。',
    span_other: '一度に {{count}} 日までです。',
    activeOrder: '開始より後にしてください。このままではルールが応答することはありません。',
    pattern: '正しいパターンではありません: {{reason}}',
    mostRules_other: 'ルールはチャンネルごとに {{count}} 件までです。先に 1 件削除してください。',
    mostPatterns_other: 'パターンはチャンネルごとに {{count}} 件までです。一部のルールは別の方式にしてください。',
    mostKeywords_other: 'チャンネルのキーワードは合計 {{count}} 文字までです。数を減らすか短くしてください。',
    noModel: '使用できません。このサービスには言語モデルがありません。',
    botAway: 'ボットがチャットにいない間はできません。',
    confirm: 'チャンネルの名前と一致しません。',
    tooLarge: '大きすぎます。{{limit}} MiB までです。',
    slow: 'ルールの照合に時間がかかりすぎました。パターンを減らすか簡単にしてください。',
  },
  byItself: '接続が戻ると、自動で再試行します。',
  requestId: '運用者に伝えるリクエスト ID: {{id}}',
  signIn: 'サインイン',
  home: 'チャンネル一覧に戻る',
  reload: 'ページを再読み込み',
}
