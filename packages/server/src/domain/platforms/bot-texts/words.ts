import type { QuietDecision } from '../../assistant/quiet-command.ts'
import type { ClaimRefusal } from '../../channels/claim.ts'
import type { BackupDecision } from '../../messages/backup-command.ts'

/** Everything the bot says by itself, in one language. */
export type BotTexts = {
  /** Sent when it joins: who this is, what may be kept and for whom, and how to become the owner. */
  notice: {
    greeting: string
    backup: string
    /** What becomes of a message that is deleted in the chat: it goes, or the bot isn't told. */
    unsending: string
    deleting: string
    /** Where the bot doesn't get every message. */
    seesSome: string
    claim: string
    claimWithCode: string
    /** Instead, where `{platform}` says who owns the group. */
    ownersFrom: string
    private: string
    help: string
    /** When it returns to a chat that it knows. `{count}`: how many people have their backup on. */
    back: {
      greeting: string
      owner: string
      unnamedOwner: string
      noOwner: string
      savingForOne: string
      savingForMany: string
      notSaving: string
    }
  }
  help: {
    heading: string
    rules: string
    backup: string
    claim: string
    private: string
    public: string
    delete: string
    quiet: string
    leave: string
    link: string
    forget: string
    help: string
    /** At the end, whether the bot replies to more than commands: by rules that the group wrote, or not. */
    answersByRules: string
    answersNothing: string
  }
  /** `{name}`: of the owner, or of the person to ask. `{platform}`: the platform's own name. */
  claim: Record<'claimed' | 'linked' | 'not-linked' | ClaimRefusal | 'unknown-sender', string>
  private: { on: string; off: string; unknownSender: string }
  /** `{count}`: how many others have it on. */
  backup: {
    keptForYou: string
    keptForYouAndOne: string
    keptForYouAndMany: string
    keptForOthers: string
    notKept: string
    /** `{since}`: a date with time. */
    wholeSince: string
    turnOn: string
    subscribed: string
    stop: string
    unsubscribed: string
    last: string
    /** How to read the backup. `here`: asked in a private chat. */
    read: { byLink: string; atAddress: string; here: string; linkSent: string }
    refusals: Record<Exclude<BackupDecision, 'subscribe' | 'unsubscribe' | 'describe'>, string>
    /** On a button that sends `/backup on`; platforms show 20 letters. */
    button: string
    reminder: string
  }
  /** When there are no group rules to post. */
  rules: { none: string }
  /** `done` counts with `{messages}` and `{files}`. */
  /** `{count}`: how often the person was erased in the past hour. */
  forget: { ask: string; notHere: string; done: string; unknownSender: string; tooOften: string }
  /** `here` contains `{link}` and `{minutes}`, how long it can be used. */
  /** `prompt` stands beside the button, whose text has at most 20 characters. */
  link: { here: string; notHere: string; unknownSender: string; unknownAddress: string; prompt: string; button: string }
  /** `on` contains the time as `{until}`. */
  quiet: Record<QuietDecision['answer'], string>
  /** `which`: it has to be a reply. */
  delete: { done: string; which: string; notSaved: string; notYours: string }
  /** To someone who posts as the group, and asks for what only one person can ask for. */
  sharedSender: string
  /** After an unknown word. `{commands}`: what can be sent instead, joined by `or`. */
  unclear: { text: string; or: string }
  /** Instead of a name that the platform hasn't provided. */
  welcome: { somebody: string }
  /** When another program is told what happens: with what was said, or only that something happened. */
  webhook: Record<'thin' | 'full', string>
  /** When a language model may answer questions about the messages of the chat. */
  asking: { on: string }
  leave: { ask: string; goodbye: string; ownerOnly: string; privateChat: string }
}
