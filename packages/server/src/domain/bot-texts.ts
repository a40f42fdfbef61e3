import type { BackupPolicy, ChannelType } from '@innkeeper/contract'
import { english } from './bot-texts/en.ts'
import { japanese } from './bot-texts/ja.ts'
import { thai } from './bot-texts/th.ts'
import type { BotTexts } from './bot-texts/words.ts'
import { simplifiedChinese } from './bot-texts/zh-cn.ts'
import { traditionalChinese } from './bot-texts/zh-tw.ts'
import type { ClaimPolicy } from './chat-command.ts'
import type { Erased } from './erasure.ts'
import { linkLifeMs } from './sign-in.ts'

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

/** What the bot says when it comes into a chat. In a private one there is nothing to claim. */
export function noticeText(language: string, { type, claim }: { type: ChannelType; claim: ClaimPolicy }): string {
  const { notice } = botTexts(language)
  const claimLine = { first: notice.claim, code: notice.claimWithCode, off: '' }[claim]
  const lines = [notice.greeting, notice.backup, type === 'user' ? '' : claimLine, notice.private, notice.help]
  return lines.filter((line) => line !== '').join('\n')
}

/** `answers`: whether it answers by rules here; `quiet`: until when it does not, where somebody silenced it. */
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
    isGroup && claim !== 'off' ? help.claim : '',
    help.private,
    help.public,
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

/** Until when the bot keeps quiet, by the channel's own clock. */
export function quietText(language: string, { until, timezone }: { until: number; timezone: string }): string {
  const moment = new Intl.DateTimeFormat(language, {
    timeZone: timezone,
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return botTexts(language).quiet.on.replace('{until}', moment.format(until))
}

/** Whether what is said here is kept, and who may have it kept. */
export function backupText(language: string, { subscribers, policy }: { subscribers: number; policy: BackupPolicy }) {
  const { on, off, who } = botTexts(language).backup
  const state = subscribers > 0 ? on.replace('{count}', subscribers.toLocaleString(language)) : off
  return policy === 'off' ? who.off : `${state}\n${who[policy]}`
}

/** With the link on a line of its own, so that it is easily copied. */
export function linkText(language: string, link: string): string {
  return botTexts(language)
    .link.here.replace('{minutes}', String(linkLifeMs / 60_000))
    .replace('{link}', link)
}

/** What a person hears who asked to be erased. */
export function erasedText(language: string, { messages, mediaFiles }: Erased): string {
  const count = (value: number) => value.toLocaleString(language)
  return botTexts(language).forget.done.replace('{messages}', count(messages)).replace('{files}', count(mediaFiles))
}
