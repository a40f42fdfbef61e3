import type { Words } from '../en.ts'
import type { Translated } from '../translated.ts'

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
      title: 'このバックアップを購読していません',
      text: '読めるのは購読者だけです。チャンネルを開き直すと購読できます。',
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
    'too-many': { title: 'リクエストが多すぎます', text_other: '{{count}} 秒後にもう一度お試しください。' },
    invalid: { title: '受け付けられませんでした', text: '{{sentence}}' },
    server: {
      title: 'サービスで問題が発生しました',
      text: 'もう一度お試しください。続く場合は運用者に知らせてください。',
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
  byItself: '接続が戻ると、自動で再試行します。',
  requestId: '運用者に伝えるリクエスト ID: {{id}}',
  signIn: 'サインイン',
  home: 'チャンネル一覧に戻る',
  reload: 'ページを再読み込み',
}
