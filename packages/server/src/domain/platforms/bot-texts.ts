import type { BackupPolicy, ChannelType } from '@innkeeper/contract'
import { formatMoment } from '@innkeeper/contract/date-texts'
import { linkLifeMs } from '../accounts/sign-in.ts'
import type { Mention, Part } from '../assistant/outgoing-message.ts'
import type { ClaimPolicy } from '../channels/claim.ts'
import type { BackupDecision } from '../messages/backup-command.ts'
import type { Erased } from '../storage/erasure.ts'
import { english } from './bot-texts/en.ts'
import { japanese } from './bot-texts/ja.ts'
import { thai } from './bot-texts/th.ts'
import type { BotTexts } from './bot-texts/words.ts'
import { simplifiedChinese } from './bot-texts/zh-cn.ts'
import { traditionalChinese } from './bot-texts/zh-tw.ts'

const languages: Record<string, BotTexts> = {
  en: english,
  ja: japanese,
  th: thai,
  'zh-CN': simplifiedChinese,
  'zh-TW': traditionalChinese,
}

export function botTexts(language: string): BotTexts {
  return languages[language] ?? english
}

/**
 * `ownersFrom`: the platform's name, if it says who owns the group. `seesUnsending`: whether it reports that a message was deleted.
 * `seesAllMessages`: whether the bot gets every message of this chat.
 */
type NoticeScene = {
  type: ChannelType
  claim: ClaimPolicy
  ownersFrom?: string | undefined
  seesUnsending?: boolean
  seesAllMessages?: boolean | undefined
}

/** What the bot says when it joins a chat. A private chat can't be claimed. */
export function noticeText(language: string, scene: NoticeScene): string {
  const { type, claim, ownersFrom = '', seesUnsending = true, seesAllMessages = true } = scene
  const { notice } = botTexts(language)
  const fromPlatform = notice.ownersFrom.replaceAll('{platform}', ownersFrom)
  const claimLine = { platform: fromPlatform, first: notice.claim, code: notice.claimWithCode, off: '' }[claim]
  const deleting = seesUnsending ? notice.unsending : notice.deleting
  const lines = [
    notice.greeting,
    notice.backup,
    seesAllMessages ? '' : notice.seesSome,
    deleting,
    type === 'user' ? '' : claimLine,
    notice.private,
    notice.help,
  ]
  return lines.filter((line) => line !== '').join('\n')
}

/** Whether someone can become the owner by a command in the chat. */
function isClaimed(claim: ClaimPolicy): boolean {
  return claim === 'first' || claim === 'code'
}

/** What the bot finds in a chat that it returns to. `name` is null if the platform hasn't provided it. */
export type ReturnScene = {
  type: ChannelType
  claim: ClaimPolicy
  owner: { name: string | null } | undefined
  subscribers: number
  policy: BackupPolicy
  seesAllMessages?: boolean | undefined
}

/** What the bot says when it returns to a chat that has an owner or backups: what still applies there. */
export function returnText(language: string, scene: ReturnScene): string {
  const { type, claim, owner, subscribers, policy, seesAllMessages = true } = scene
  const { notice, backup } = botTexts(language)
  const { back } = notice
  const ownerless = isClaimed(claim) ? back.noOwner : ''
  const owned =
    owner && (owner.name === null ? back.unnamedOwner : back.owner.replace('{name}', () => owner.name ?? ''))
  const saving = subscribers === 1 ? back.savingForOne : withCount(language, back.savingForMany, subscribers)
  const notSaving = policy === 'off' ? backup.refusals['turned-off'] : back.notSaving
  const isPrivateChat = type === 'user'
  const lines = [
    back.greeting,
    seesAllMessages ? '' : notice.seesSome,
    isPrivateChat ? '' : (owned ?? ownerless),
    subscribers === 0 ? notSaving : isPrivateChat ? backup.keptForYou : saving,
    notice.private,
    notice.help,
  ]
  return lines.filter((line) => line !== '').join('\n')
}

function withCount(language: string, text: string, count: number): string {
  return text.replace('{count}', count.toLocaleString(language))
}

/** The reply to a command with a word that it doesn't know. */
export function unclearText(language: string, commands: readonly string[]): string {
  const { text, or } = botTexts(language).unclear
  return text.replace('{commands}', commands.join(or))
}

/** `answers`: whether it answers by rules here; `quiet`: until when it doesn't, if it was silenced. */
export type HelpScene = {
  type: ChannelType
  claim: ClaimPolicy
  answers: boolean
  quiet?: { until: number; timezone: string } | undefined
}

export function helpText(language: string, { type, claim, answers, quiet }: HelpScene): string {
  const { help } = botTexts(language)
  const isGroup = type !== 'user'
  const lines = [
    help.heading,
    isGroup ? help.rules : '',
    help.backup,
    isGroup && isClaimed(claim) ? help.claim : '',
    help.private,
    help.public,
    help.delete,
    isGroup ? help.quiet : '',
    isGroup ? help.leave : '',
    help.link,
    help.forget,
    help.help,
    answers ? help.answersByRules : help.answersNothing,
    quiet ? quietText(language, quiet) : '',
  ]
  return lines.filter((line) => line !== '').join('\n')
}

/** Until when the bot keeps quiet, by the channel's own clock, written as `{date}` and `{time}` are. */
export function quietText(language: string, { until, timezone }: { until: number; timezone: string }): string {
  return botTexts(language).quiet.on.replace('{until}', formatMoment(language, timezone, until))
}

/** How the person who asks can read the backup. `address`: of the channel in the console, if it is known. */
export type ReadingHint = { isPrivateChat: boolean; isLinkSent: boolean; address: string | undefined }

/** `canTurnOn`: what `/backup on` would decide for the person who asks. `others`: how many others have it on. */
export type BackupState = {
  isForYou: boolean
  others: number
  canTurnOn: BackupDecision
  hint: ReadingHint
  /** Since when nothing is known to be missing; undefined: something is, or nothing is known. */
  whole: { since: number; timezone: string } | undefined
}

/** In one line: whether messages are kept here, for whom, and what to do next. */
export function backupText(language: string, { isForYou, others, canTurnOn, hint, whole }: BackupState): string {
  const texts = botTexts(language).backup
  if (isForYou) {
    const kept =
      [texts.keptForYou, texts.keptForYouAndOne][others] ?? withCount(language, texts.keptForYouAndMany, others)
    const since = whole && texts.wholeSince.replace('{since}', formatMoment(language, whole.timezone, whole.since))
    return [kept, since, readingText(language, hint)].filter((text) => text !== undefined).join(' ')
  }
  if (canTurnOn === 'turned-off') return texts.refusals['turned-off']
  const next = canTurnOn === 'guest' || canTurnOn === 'admins-only' ? texts.refusals[canTurnOn] : texts.turnOn
  return `${others === 0 ? texts.notKept : withCount(language, texts.keptForOthers, others)} ${next}`
}

function readingText(language: string, { isPrivateChat, isLinkSent, address }: ReadingHint): string {
  const { read } = botTexts(language).backup
  if (isPrivateChat) return read.here
  if (isLinkSent) return read.linkSent
  return address === undefined ? read.byLink : read.atAddress.replace('{address}', address)
}

/** The reply to a person who turned the backup on. */
export function subscribedText(language: string, hint: ReadingHint): string {
  const { subscribed, stop } = botTexts(language).backup
  return `${subscribed} ${readingText(language, hint)} ${stop}`
}

/** The reply to a person who turned the backup off. `others`: how many still have it on. */
export function unsubscribedText(language: string, others: number): string {
  const { unsubscribed, last } = botTexts(language).backup
  return others === 0 ? `${unsubscribed} ${last}` : unsubscribed
}

/** The name, unless the platform hasn't provided it yet: then the id. */
export function mentionOf(language: string, { userId, name }: { userId: string; name: string }): Mention {
  return { userId, name: name === userId ? botTexts(language).welcome.somebody : name }
}

/** A text that speaks to a person by name, as a mention on platforms that have those. */
export function textWithMention(text: string, mention: Mention): Part {
  const [before = '', after = ''] = text.split('{name}')
  return { kind: 'text', pieces: [before, mention, after].filter((piece) => piece !== '') }
}

/** With the link on a separate line, so that it is easily copied. */
export function linkText(language: string, link: string): string {
  return botTexts(language)
    .link.here.replace('{minutes}', String(linkLifeMs / 60_000))
    .replace('{link}', link)
}

/** The reply to a person who was erased this often in the past hour. */
export function forgottenOftenText(language: string, count: number): string {
  return botTexts(language).forget.tooOften.replace('{count}', count.toLocaleString(language))
}

/** The reply to a person who asked to be erased. */
export function erasedText(language: string, { messages, mediaFiles }: Erased): string {
  const count = (value: number) => value.toLocaleString(language)
  return botTexts(language).forget.done.replace('{messages}', count(messages)).replace('{files}', count(mediaFiles))
}
