import type { Words } from '../../en.ts'
import type { Translated } from '../../translated.ts'

export const members: Translated<Words['members']> = {
  title: 'メンバー',
  count_other: 'チャットの参加者 {{count}} 人',
  find: '名前で探す',
  clear: '検索をクリア',
  filter: {
    label: '表示',
    all: 'すべて',
    owner: 'オーナー',
    admin: '管理者',
    member: 'メンバー',
    guest: 'ゲスト',
    left: '退出済み',
  },
  shown_other: '{{count}} 人を表示',
  more: 'さらに表示',
  none: {
    title: '該当する人がいません',
    text: '別の名前で探すか、すべての役割を表示してください。',
    all: 'すべて表示',
  },
  column: { person: '名前', role: '役割', joined: '参加', left: '退出', actions: '操作' },
  you: 'あなた',
  subscribed: 'バックアップ中',
  joined: '{{date}} に参加',
  left: '{{date}} に退出',
  here: '参加中',
  actions: '{{name}} さんの操作',
  give: {
    admin: '管理者にする',
    member: 'メンバーにする',
    guest: 'ゲストにする',
    letIn: '迎え入れる',
    letInLabel: '{{name}} さんを迎え入れる',
    handOver: 'オーナーを引き継ぐ…',
  },
  guests: {
    title_other: '{{count}} 人のゲストが待っています',
    text: 'ゲストは、誰かがメンバーにするまで何も読めません。',
  },
  why: {
    'no-power': '役割を変更できるのは、オーナーと管理者だけです。',
    'only-owner': 'ゲストを迎え入れることができます。そのほかの役割はオーナーが変更します。',
    'read-only': '読み取り専用のキーでサインインしているため、ここでは何も変更できません。',
    'owner-fixed': 'オーナーの役割は、引き継いだときにだけ変わります。',
    left: 'チャットを退出しています。戻るとメンバーになります。',
  },
  change: {
    title: {
      admin: '{{name}} さんを管理者にしますか？',
      member: '{{name}} さんをメンバーにしますか？',
      guest: '{{name}} さんをゲストにしますか？',
      letIn: '{{name}} さんを迎え入れますか？',
    },
    text: {
      admin: '管理者は、アシスタントを変更し、ゲストを迎え入れることができます。ほかの役割や設定は変更できません。',
      member:
        'メンバーは、メンバー一覧とアシスタントを閲覧でき、設定で許可されていればバックアップをオンにできます。変更はできません。',
      guest: 'ゲストは何も読めません。バックアップはオフになり、自動では元に戻りません。',
    },
    final: '取り消せるのはオーナーだけです。',
    confirm: { admin: '管理者にする', member: 'メンバーにする', guest: 'ゲストにする', letIn: '迎え入れる' },
    done: {
      admin: '{{name}} さんを管理者にしました',
      member: '{{name}} さんをメンバーにしました',
      guest: '{{name}} さんをゲストにしました',
    },
    undo: '元に戻す',
    undoLabel: '元に戻す: {{name}} さんを{{role}}にする',
  },
  handOver: {
    title: '{{name}} さんにオーナーを引き継ぎますか？',
    text: '{{name}} さんが {{channel}} のオーナーになり、役割、設定、削除を決めます。あなたは管理者になり、自分のバックアップはそのまま残ります。{{name}} さんは自分でバックアップをオンにする必要があります。',
    understood: '元に戻せるのは {{name}} さんだけであることを理解しました',
    confirm: '引き継ぐ',
    done: '{{name}} さんが {{channel}} のオーナーになりました。あなたは管理者です',
  },
  doorOpened: '{{channel}} に迎え入れられました',
}
