import type { Texts, Translated } from '../../language.ts'

export const access: Translated<Texts['access']> = {
  subscribe: {
    title: 'ほかのメンバーがバックアップ中です',
    text: '{{channel}} のバックアップを自分もオンにすると、ここで会話を読み、検索し、写真やファイルを見られます。',
  },
  disabled:
    'チャンネルが無効のため、新しいメッセージは保存されません。バックアップをオンにすると、これまでに保存された内容を読めます。',
  off: '{{channel}} のバックアップはオフになっています。誰が閲覧できるかは設定で選べます。',
  notAllowed: {
    title: 'このバックアップは閲覧できません',
    text: '{{channel}} のバックアップを誰が利用できるかはオーナーが決めます。今のあなたの役割では利用できません。',
  },
  noAccess: {
    title: '{{channel}} の扉は閉まっています',
    text: 'あなたはゲストです。チャンネルの管理者に入れてもらうまで読めません。',
  },
  checkAgain: 'もう一度確認',
}
