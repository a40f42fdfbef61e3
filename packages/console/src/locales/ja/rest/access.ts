import type { Texts, Translated } from '../../language.ts'

export const access: Translated<Texts['access']> = {
  subscribe: {
    title: 'メッセージは保存されていますが、自分のバックアップはオフです',
    text: '「{{channel}}」の自分のバックアップをオンにすると、メッセージ、写真、ファイルを見たり検索したりできます。',
  },
  disabled:
    'このチャンネルは無効のため、新しいメッセージは保存されません。自分のバックアップをオンにすると、これまでに保存したものを読めます。',
  off: '「{{channel}}」のバックアップはオフになっています。オンにするには、設定で閲覧できる人を選んでください。',
  notAllowed: {
    title: 'このバックアップは閲覧できません',
    text: '「{{channel}}」のバックアップを閲覧できる人は、オーナーが決めます。現在、あなたの役割では閲覧できません。',
  },
  noAccess: {
    title: '「{{channel}}」へのアクセス権がまだありません',
    text: 'あなたはゲストです。メッセージを読むには、オーナーまたは管理者の承認が必要です。',
  },
  checkAgain: '更新',
}
