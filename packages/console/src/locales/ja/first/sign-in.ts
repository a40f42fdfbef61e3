import type { Texts, Translated } from '../../language.ts'

export const signIn: Translated<Texts['signIn']> = {
  title: 'Innkeeperにログイン',
  lead: 'グループのメッセージを閲覧・検索できます。',
  add: {
    title: 'アカウントを追加',
    lead: 'ほかのアカウントにもログインしたままになります。',
    back: 'アカウントに戻る',
  },
  ended: { title: 'ログアウトされました', text: 'もう一度ログインすると、続きから再開できます。' },
  problem: {
    title: 'ログインできませんでした',
    denied: '別のページでアクセスの許可がキャンセルされました。何も変更されていないので、もう一度お試しいただけます。',
    expired: '時間がかかりすぎたか、ページが2回開かれました。もう一度お試しください。',
    failed:
      'プラットフォームで本人確認ができませんでした。もう一度試すか、ログインリンクまたはAPIキーでログインしてください。',
  },
  platform: '{{platform}}でログイン',
  chat: {
    title: 'ボットから届くリンクでログイン',
    text: 'グループのボットとの1対1のトークで `/link` と送信すると、ログインリンクが届きます。',
    open: '{{name}}でリンクを受け取る',
  },
  or: 'またはAPIキーを使用',
  key: {
    label: 'APIキー',
    description: 'ink_ で始まります。同じキーを何度でも使えます。このブラウザには保存されません。',
    submit: 'ログイン',
    wrong: 'このキーは無効です。入力ミスか、失効または期限切れの可能性があります。',
    malformed: 'キーは ink_ で始まる53文字です。',
  },
  link: {
    title: 'ログインリンク',
    stay: '{{names}}にもログインしたままにする',
    text: 'このリンクは1回だけ使えます。このブラウザでは、30日間またはログアウトするまでログイン状態が続きます。',
    otherWays: 'ほかの方法でログイン',
    submit: 'ログイン',
    invalid: {
      title: 'このリンクはもう使えません',
      text: 'リンクは15分以内に1回だけ使えます。新しいリンクを取得するには、ボットに /link と送信してください。',
    },
  },
  operator:
    'このサービスの運営者は、次のコマンドでログインリンクを表示できます。データが `./data` にない場合は、`--data` を付けてください。',
  setUp: {
    title: 'このサービスはまだセットアップされていません',
    text: 'あなたが運営者であれば、起動時に表示されたリンクを使ってブラウザでセットアップしてください。',
    button: 'サービスをセットアップ',
  },
  operatorAccount: {
    open: '運営者としてログイン',
    title: '運営者アカウント',
    name: '名前',
    passphrase: 'パスフレーズ',
    recoveryCode: 'リカバリーコード',
    wrong: '名前またはパスフレーズが違います。',
    submit: 'ログイン',
    useRecoveryCode: 'リカバリーコードを使う',
    usePassphrase: 'パスフレーズを使う',
  },
  cookieNotStored: {
    title: 'ブラウザによってログインがブロックされました',
    text: 'このページのCookieがブロックされているようです。このURLで許可してから、もう一度ログインしてください。',
  },
  insecure: {
    title: 'このURLではログインできません',
    text: '暗号化されていないHTTPで開かれているため、安全にログインできません。HTTPSで開くか、サーバー上で {{address}} を開いてください。',
  },
  reference: 'APIリファレンス',
}
