import type { Texts, Translated } from '../../language.ts'

export const signIn: Translated<Texts['signIn']> = {
  title: 'Innkeeper にサインイン',
  lead: 'グループの会話を読み、検索できます。',
  ended: { title: 'サインインが終了しました', text: 'もう一度サインインすると、元の場所から続けられます。' },
  problem: {
    title: 'サインインできませんでした',
    denied: '許可されませんでした。何も変わっていません。もう一度お試しいただけます。',
    expired: '時間がかかりすぎたか、ページが二度開かれました。もう一度お試しください。',
    failed: '本人確認ができませんでした。もう一度試すか、リンクまたはキーをお使いください。',
  },
  platform: '{{platform}} で続ける',
  or: 'またはキーで',
  key: {
    label: 'API キー',
    description: 'ink_ で始まります。このページから一度だけ送信され、ブラウザーにはサインインだけが残ります。',
    submit: 'サインイン',
    wrong: 'このキーは無効です。入力間違い、失効、期限切れの可能性があります。',
    malformed: 'キーは ink_ で始まる 53 文字です。',
  },
  link: {
    title: 'ワンタイムリンク',
    text: 'ボタンを押すとこのブラウザーがサインインし、リンクは使用済みになります。サインインは 30 日間、またはサインアウトするまで有効です。',
    otherWays: 'ほかの方法でサインイン',
    submit: 'サインイン',
    invalid: {
      title: 'このリンクはもう使えません',
      text: 'リンクは 15 分以内に 1 回だけ使えます。ボットにもう一度 /link と送ってください。',
    },
  },
  how: {
    title: 'キーがない場合',
    chat: 'ボットとの個別トークで `/link` と送ると、このページを開くリンクが届きます。',
    operator: 'このサービスの運用者は `./innkeeper signin --user <id>` でリンクを表示できます。',
  },
  cookieNotStored: {
    title: 'ブラウザーがサインインを保存しませんでした',
    text: 'このページの Cookie がブロックされているようです。許可してから、もう一度サインインしてください。',
  },
  insecure: {
    title: 'このアドレスではサインインできません',
    text: '暗号化されていない HTTP で開かれているため、ブラウザーは安全なサインインを保存できません。HTTPS で開くか、サーバー本体で {{address}} を開いてください。',
  },
  reference: 'API リファレンス',
}
