import type { Texts, Translated } from '../../language.ts'

export const serviceSettingNames: Translated<Texts['serviceSettings']['names']> = {
  baseUrl: {
    label: '公開アドレス',
    help: 'ユーザーがこのサービスを開くアドレスです。設定しないと、ボットはログインリンクを送信できません。',
  },
  acmeDomain: {
    label: '証明書のドメイン',
    help: 'ドメインを設定すると、サービスがHTTPS証明書を自動で取得し、更新します。',
  },
  acmeEmail: {
    label: '証明書の連絡先メールアドレス',
    help: '問題があると認証局から連絡が届きます。入力すると、認証局の利用規約に同意したことになります。',
  },
  timezone: {
    label: 'タイムゾーン',
    help: 'オーナーがタイムゾーンを選んでいないチャンネルと、全チャンネルの利用状況の日付に使われます。',
  },
  lineChannelSecret: {
    label: 'チャネルシークレット',
    help: 'LINE Developersコンソールで、Messaging APIチャネルの「チャネル基本設定」にあります。設定しないと、LINEに接続しません。',
  },
  lineChannelSecretOld: {
    label: '以前のチャネルシークレット',
    help: 'シークレットを変更する間だけ設定します。どちらのシークレットで署名されたWebhookも受け付けます。セットアップで変更すると、ここに1日残ります。漏えいした場合はすぐに削除してください。',
  },
  lineChannelAccessToken: {
    label: 'チャネルアクセストークン',
    help: '「Messaging API設定」にある長期のトークンです。チャネルIDを設定する場合は不要です。',
  },
  lineChannelId: {
    label: 'チャネルID',
    help: '「チャネル基本設定」にあります。設定すると、サービスが短期のトークンを取得し、自動で更新します。',
  },
  lineLoginChannelId: {
    label: 'LINEログインのチャネルID',
    help: 'ボットと同じプロバイダーにあるLINEログインチャネルのIDです。設定しないと、LINEでログインできません。',
  },
  lineLoginChannelSecret: {
    label: 'LINEログインのチャネルシークレット',
    help: 'そのLINEログインチャネルのシークレットです。',
  },
  claim: {
    label: 'グループのオーナーになれる人',
    help: 'オーナーのいないグループで、誰がオーナーになるかを決めます。グループのオーナーがわかるプラットフォームでは、その人をオーナーにできます。それ以外では、メンバーが `/claim` と送信します。オーナーが退出した場合は、管理者と、再参加した元オーナーだけがなれます。',
  },
  telegramBotToken: {
    label: 'ボットのトークン',
    help: '@BotFatherから取得します。設定しないと、Telegramに接続しません。',
  },
  telegramLoginClientSecret: {
    label: 'ログイン用のクライアントシークレット',
    help: '@BotFatherの「Bot Settings」→「Web Login」にあります。設定しないと、ブラウザからTelegramでログインできません。',
  },
  aiBaseUrl: {
    label: 'エンドポイント',
    help: 'OpenAI互換エンドポイントのベースURLです（`/chat/completions` は含めません）。設定しないと、一致条件「AIモデル」は使えません。',
  },
  aiModel: { label: 'モデル', help: 'エンドポイントの一覧に表示されるモデル名です。' },
  aiKey: { label: 'エンドポイントのAPIキー', help: 'エンドポイントにキーが不要な場合は、空欄のままにしてください。' },
  aiTimeLimitMs: {
    label: '制限時間（秒）',
    help: 'モデルの回答を待つ時間です。ボットは約1分以内に応答する必要があります。',
  },
  aiDailyTokens: {
    label: '1日のトークン数',
    help: '全チャンネルの合計で、質問と回答の両方を数えます。0は無制限です。',
  },
  aiChannelShare: {
    label: 'チャンネルごとの割合（%）',
    help: '1日のトークンのうち、1つのチャンネルが使える割合です。その日の最初の質問は必ず処理されます。100は無制限です。',
  },
  aiPersonShare: {
    label: '1人あたりの割合（%）',
    help: '1日のトークンのうち、1人が全チャンネルで使える割合です。質問した人をプラットフォームが通知しない場合は、チャンネルのオーナーとして数えます。100は無制限です。',
  },
  retentionCeilingDays: {
    label: 'メッセージの自動削除（日後）',
    help: 'すべてのチャンネルで、遅くともこの日数を過ぎたメッセージを削除します。オーナーはより短い日数を選べます。空欄の場合は、オーナーが決めます。',
  },
  snapshotSchedule: {
    label: 'スナップショットのスケジュール',
    help: 'サービスがスナップショットを作成する日時です。上のタイムゾーンに従います。保存先は環境変数 `INNKEEPER_SNAPSHOT_FOLDER` または `INNKEEPER_SNAPSHOT_BUCKET` で設定します。空欄の場合は作成しません。',
  },
  snapshotKeep: {
    label: '残すスナップショット',
    help: '保存先ごとに、指定した数だけ、各日・各週・各月の最後のものを残します。',
  },
  snapshotDrill: {
    label: '復元テスト',
    help: '最新のスナップショットを一時的な場所に復元してテストする日時です。復元したデータはその後削除します。ディスクの空き容量が必要です。空欄の場合は行いません。',
  },
  smtpServer: {
    label: 'メールサーバー',
    help: 'アラートをメールで送信します。設定しないと、メールは送信されません。',
  },
  smtpEncryption: {
    label: 'メールの暗号化',
    help: 'このマシン上のメールサーバーには不要です。',
  },
  smtpUser: {
    label: 'メールサーバーのユーザー名',
    help: '不要な場合は空欄のままにしてください。',
  },
  smtpPassword: {
    label: 'メールサーバーのパスワード',
    help: '多くのプロバイダーではアプリパスワードが必要です。',
  },
  alertMailTo: {
    label: 'アラートの宛先',
    help: '対応が必要になると、この宛先にメールが届きます。',
  },
  alertMailFrom: {
    label: 'アラートの差出人',
    help: '空欄の場合は、ユーザー名または最初の宛先を使います。',
  },
  alertWebhookUrl: {
    label: 'アラートのWebhook',
    help: '同じアラートを、署名付きのリクエストとしてntfyやn8nなどのプログラムに送信します。',
  },
  alertWebhookSecret: {
    label: 'Webhookのシークレット',
    help: '受信側がリクエストを検証するために必要です。',
  },
  mostMediaBytes: {
    label: 'メディアファイルの上限（MiB）',
    help: 'これより大きいファイルはダウンロードされず、失われたものとして表示されます。',
  },
  mostImportBytes: {
    label: 'インポートできるトーク履歴の上限（MiB）',
    help: 'これより大きいファイルはアップロードできません。',
  },
  fetchesStickers: {
    label: 'スタンプの画像',
    help: 'スタンプの画像は、プラットフォームから一度だけ取得して保存します。オフにすると、新しいスタンプは番号で表示されます。',
  },
  mostVersions: {
    label: 'チャンネルごとのアシスタントのバージョン数',
    help: '超えた分は、名前のない古いバージョンから削除されます。',
  },
  mostVersionBytes: {
    label: 'アシスタントのバージョンの容量（MiB）',
    help: 'チャンネルごとの容量です。超えた分は、名前のない古いバージョンから削除されます。',
  },
  mostAssistantBytes: {
    label: 'ルールとバージョンの容量（MiB）',
    help: 'チャンネルごとの合計です。上限に達すると、どちらも増やせません。0は無制限です。',
  },
  mostChannelBytes: {
    label: 'チャンネル全体の容量（MiB）',
    help: 'メッセージとメディアファイルを含み、1時間ごとに計測します。上限に達すると、ルールとバージョンは増やせませんが、メッセージは引き続き保存されます。0は無制限です。',
  },
  rateLimit: {
    label: '1分あたりのリクエスト数',
    help: '1人あたりの上限で、すべてのキーとログインを合計します。0で制限をオフにします。',
  },
  authRateLimit: {
    label: '1分あたりのログイン失敗回数',
    help: 'ネットワークアドレスごとの上限で、無効なAPIキーも数えます。0で制限をオフにします。',
  },
  corsOrigins: {
    label: 'APIを呼び出せるページ',
    help: 'これらのアドレスのウェブページは、キーを使ってAPIを呼び出せます。空欄の場合、ほかのページからは呼び出せません。',
  },
  framedBy: {
    label: 'コンソールを埋め込めるページ',
    help: 'これらのアドレスのウェブページは、このコンソールをフレーム内に表示できます。空欄の場合、埋め込めません。',
  },
  logLevel: {
    label: 'ログレベル',
    help: 'サービスがログに書き込む量です。`debug` と `trace` が最も多く、`silent` では何も書き込みません。',
  },
}
