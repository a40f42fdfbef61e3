import type { Texts, Translated } from '../../language.ts'

export const setup: Translated<Texts['setup']> = {
  title: 'Innkeeperのセットアップ',
  lead: 'このサービスを運用する人のアカウントを作成します。',
  exists: '運営者アカウントはすでに作成されています。',
  signIn: 'ログイン画面へ',
  noCode:
    '続けるには、サービスがターミナルまたはログに表示したセットアップ用リンクを開いてください。リンクがなければ、同じネットワークの誰かが先にセットアップできてしまうためです。',
  linkOver:
    'このセットアップ用リンクは使えなくなりました。サービスを再起動し、新しく表示されたリンクを開いてください。',
  account: {
    title: '運営者アカウント',
    text: 'このアカウントで、サービスの状態を確認できます。トークの内容は読めません。',
    name: '名前',
    nameHint: 'ログインに使います。',
    passphrase: 'パスフレーズ',
    passphraseHint: '{{count}}文字以上。いくつかの単語を組み合わせると、覚えやすく推測されにくくなります。',
    repeat: 'パスフレーズ（確認）',
    tooShort: '{{count}}文字以上で入力してください。',
    tooEasy: 'このパスフレーズは推測されやすいものです。自分と結びつかない単語をいくつか選んでください。',
    different: '2つのパスフレーズが一致しません。',
    submit: 'アカウントを作成',
  },
  codes: {
    title: 'リカバリーコード',
    kept: 'コードを安全な場所に保管しました',
    next: '続ける',
  },
}
