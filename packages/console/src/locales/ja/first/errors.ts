import type { Texts, Translated } from '../../language.ts'

export const errors: Translated<Texts['errors']> = {
  kinds: {
    forbidden: {
      title: 'このチャンネルへのアクセス権がありません',
      text: '削除された可能性もあります。アクセスできるはずの場合は、オーナーまたは管理者にお問い合わせください。',
    },
    denied: {
      title: 'この操作を行う権限がありません',
      text: 'あなたの役割またはAPIキーでは許可されていません。チャンネルのオーナーにお問い合わせください。',
    },
    'not-subscribed': {
      title: 'このチャンネルの自分のバックアップはオフです',
      text: 'オンにするには、チャンネルを開き直してください。',
    },
    'signed-out': { title: 'ログアウトされました', text: 'もう一度ログインすると、続きから再開できます。' },
    'cross-site': {
      title: 'このURLはサービスの設定と一致しません',
      text: 'サービスに設定されているURLでコンソールを開き、もう一度お試しください。',
    },
    'not-found': {
      title: 'ページが見つかりません',
      text: 'URLが間違っているか、ページがなくなった可能性があります。',
    },
    'message-not-found': {
      title: 'メッセージが見つかりません',
      text: '送信取消、消去または期限切れになったか、もともとこのチャンネルのメッセージではありません。',
    },
    'changed-meanwhile': {
      title: 'ほかの人が変更しました',
      text: '何も上書きされていません。最新の内容を確認してから、もう一度変更してください。',
    },
    'owner-role-fixed': {
      title: 'オーナーの役割は変更できません',
      text: '変更するには、オーナーがほかの人にオーナーを譲る必要があります。',
    },
    'owner-on-platform': {
      title: 'オーナーはグループのアプリでのみ変更できます',
      text: 'アプリでのグループのオーナーが、ここでもオーナーになります。アプリでオーナーを譲ると、ここでも変わります。',
    },
    'link-not-valid': {
      title: 'このリンクはもう使えません',
      text: 'リンクは15分以内に1回だけ使えます。新しいリンクを取得してください。',
    },
    'setup-link-not-valid': {
      title: 'このセットアップ用リンクは使えなくなりました',
      text: 'サービスを再起動すると、新しいリンクが表示されます。',
    },
    'wrong-passphrase': { title: 'パスフレーズが違います', text: '現在のパスフレーズを入力してください。' },
    'operator-exists': {
      title: '運営者アカウントはすでに作成されています',
      text: 'そのアカウントでログインしてください。',
    },
    'member-not-found': {
      title: 'メンバーが見つかりません',
      text: 'このチャンネルにいないか、データが消去されています。',
    },
    'import-not-found': {
      title: 'インポートが見つかりません',
      text: 'ほかのチャンネルのものか、存在しないインポートです。',
    },
    'rule-not-found': { title: 'ルールが見つかりません', text: 'ほかの人が削除しました。' },
    'version-not-found': { title: 'バージョンが見つかりません', text: '名前のない古いバージョンは順次削除されます。' },
    'search-not-found': { title: '保存した検索が見つかりません', text: 'すでに削除されています。' },
    'key-not-found': { title: 'キーが見つかりません', text: 'すでに失効したか、有効期限が切れています。' },
    'webhook-not-found': { title: 'Webhookが見つかりません', text: 'すでに削除されています。' },
    'bookmark-not-found': {
      title: 'ブックマークが見つかりません',
      text: 'すでに削除されたか、メッセージが削除されました。',
    },
    'sign-in-not-found': { title: 'ログインが見つかりません', text: 'そのブラウザはすでにログアウトしています。' },
    'job-not-found': { title: 'ジョブが見つかりません', text: 'すでに完了したか、削除されています。' },
    'media-not-available-yet': {
      title: 'このファイルはまだ届いていません',
      text: 'トークからダウンロードしています。しばらくしてから、もう一度お試しください。',
    },
    'media-lost': {
      title: 'このファイルは失われました',
      text: 'ダウンロードしようとしたときには、すでにトークに残っていませんでした。',
    },
    'no-preview': { title: 'プレビューはありません', text: 'ファイルのダウンロードはできます。' },
    'too-many': { title: 'リクエストが多すぎます', text_other: '{{count}}秒後にもう一度お試しください。' },
    invalid: { title: 'サービスで受け付けられませんでした', text: '{{sentence}}' },
    server: {
      title: '問題が発生しました',
      text: 'もう一度お試しください。何度も発生する場合は、運営者にお知らせください。',
    },
    'membership-unconfirmed': {
      title: 'トークにまだ参加しているか確認しています',
      text: 'ボットがしばらくトークを離れていました。しばらくしてから、もう一度お試しください。',
    },
    unavailable: {
      title: '現在サービスを利用できません',
      text: '起動中か、混み合っている可能性があります。しばらくしてから、もう一度お試しください。',
    },
    network: { title: 'サービスに接続できません', text: 'インターネット接続を確認してください。' },
    interrupted: {
      title: 'リクエストが届きませんでした',
      text: '接続が遅すぎたか、途中で切れました。もう一度お試しください。',
    },
    bug: {
      title: 'このページで問題が発生しました',
      text: 'こちらの不具合です。データに影響はありません。続けるには、ページを再読み込みしてください。',
    },
  },
  values: {
    empty: '入力してください。',
    missing: 'この項目は必須です。',
    longest_other: '{{count}}文字以内で入力してください。',
    shortest_other: '{{count}}文字以上で入力してください。',
    mostItems_other: '追加できるのは{{count}}件までです。',
    leastItems_other: '{{count}}件以上追加してください。',
    between: '{{least}}～{{most}}の整数を入力してください。',
    most: '{{limit}}以下の値を入力してください。',
    least: '{{limit}}以上の値を入力してください。',
    oneOf: '次のいずれかを選択してください：{{choices}}',
    day: '正しい日付を入力してください。',
    moment: '日付と時刻を入力してください。',
    clock: '00:00～23:59の時刻を入力してください。',
    zone: 'Asia/Tokyo のようなタイムゾーンを入力してください。',
    address: 'https:// で始まるURLを入力してください。',
    future: '今より後の日時を選択してください。',
    order: '開始日を終了日より後にすることはできません。',
    span_other: '選択できるのは{{count}}日までです。',
    activeOrder: '終了は開始より後にしてください。',
    pattern: '正規表現が正しくありません：{{reason}}',
    mostRules_other: 'ルールはチャンネルごとに{{count}}件までです。先にいずれかを削除してください。',
    mostPatterns_other: '正規表現はチャンネルごとに{{count}}件までです。一部のルールで別の一致条件を使ってください。',
    mostKeywords_other: 'キーワードはチャンネル全体で合計{{count}}文字までです。数を減らすか、短くしてください。',
    noModel: 'このサービスにはAIモデルが設定されていません。設定できるのはサービスの運営者です。',
    botAway: 'ボットがトークに参加していません。先に招待してください。',
    confirm: 'チャンネル名と一致しません。',
    tooLarge: 'サイズが大きすぎます。上限は{{limit}} MiBです。',
    slow: '照合に時間がかかりすぎました。正規表現を減らすか、簡単にしてください。',
  },
  byItself: '自動的に再試行します。',
  requestId: '運営者に伝えるリクエストID：{{id}}',
  signIn: 'ログイン',
  home: 'チャンネル一覧に戻る',
  reload: 'ページを再読み込み',
}
